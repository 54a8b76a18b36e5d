# How lit runs the tests in this folder:
#   lit -sv --param plugin=DropTrace.so --param tools=FOLDER:... --param work=FOLDER .

import os

import lit.formats

config.name = "drop-trace"
config.test_format = lit.formats.ShTest()
config.suffixes = [".c"]
config.test_exec_root = lit_config.params["work"]
config.environment["PATH"] = os.pathsep.join(
    [lit_config.params["tools"], os.environ["PATH"]]
)
config.substitutions.append(("%plugin", lit_config.params["plugin"]))
