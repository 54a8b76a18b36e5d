# cmake -DFOLDER=... "-DPROFILE_SCRIPTS=..." "-DDIFF_SCRIPTS=..." -DOUTPUT=...
#   -P GmonPage.cmake
#
# Writes the parts of the HTML pages in FOLDER as string literals for
# HtmlPage.cpp: page.html, page.css and, as one literal each, both sets of scripts.

# append_literal(NAME FILE...)
function(append_literal name)
  set(all "")
  foreach(file IN LISTS ARGN)
    file(READ "${FOLDER}/${file}" text)
    string(APPEND all "${text}")
  endforeach()
  file(APPEND "${OUTPUT}" "static constexpr llvm::StringLiteral ${name} =\n"
    "    R\"gmon-page(${all})gmon-page\";\n")
endfunction()

file(WRITE "${OUTPUT}" "")
append_literal(PageFrame page/page.html)
append_literal(PageStyle page/page.css)
append_literal(ProfileScript ${PROFILE_SCRIPTS})
append_literal(DiffScript ${DIFF_SCRIPTS})
