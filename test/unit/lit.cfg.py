# A suite of its own for the unit tests: GoogleTest programs in the build tree.
# lit finds it below test/, with the site configuration in the build tree.

import os

import lit.formats

if not hasattr(config, "unit_obj_root"):
    site_config = lit_config.params.get(
        "gmon_site_config",
        os.path.join(os.path.dirname(__file__), "../../build/test/lit.site.cfg.py"),
    )
    unit_site_config = os.path.join(
        os.path.dirname(site_config), "unit", "lit.site.cfg.py"
    )
    lit_config.load_config(config, os.path.abspath(unit_site_config))
    raise SystemExit

config.name = "llvm-gprof-unit"
config.environment["LC_ALL"] = "C"
# See ../lit.cfg.py.
config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0"
config.test_exec_root = config.unit_obj_root
if os.path.exists(os.path.join(config.unit_obj_root, "PassTests")):
    config.test_format = lit.formats.GoogleTest(".", "Tests")
    config.test_source_root = config.unit_obj_root
else:
    # GoogleTest is missing, so nothing was built: every source file is an unsupported
    # test.
    config.test_format = lit.formats.ShTest()
    config.suffixes = [".cpp"]
    config.unsupported = True
    config.test_source_root = os.path.dirname(__file__)
