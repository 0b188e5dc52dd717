# tdbg_embed_web(TARGET FOLDER): every file below FOLDER becomes part of TARGET, as server/assets.h declares it.
# A folder that is not there embeds nothing.
function(tdbg_embed_web target folder)
  file(GLOB_RECURSE files RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*)
  set(bytes "")
  set(rows "")
  set(number 0)
  foreach(file IN LISTS files)
    if(NOT file MATCHES "^[A-Za-z0-9_./-]+$")
      message(FATAL_ERROR "${folder}/${file}: a file of the page has letters, digits, _ . and - in its name")
    endif()
    string(APPEND bytes "asm(\".section .rodata\\n\"\n"
                        "    \"tdbg_web_${number}: .incbin \\\"${folder}/${file}\\\"\\n\"\n"
                        "    \"tdbg_web_${number}_end: .byte 0\\n\"\n"
                        "    \".text\\n\");\n"
                        "extern \"C\" const char tdbg_web_${number}[], tdbg_web_${number}_end[];\n")
    string(APPEND rows "    {\"${file}\", tdbg_web_${number}, tdbg_web_${number}_end},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(source ${CMAKE_BINARY_DIR}/${target}_web.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "server/assets.h"

@bytes@
namespace tdbg::server {

std::span<const EmbeddedFile> EmbeddedFiles() {
  static const std::vector<EmbeddedFile> files = {
@rows@  };
  return files;
}

}  // namespace tdbg::server
]])
  list(TRANSFORM files PREPEND ${folder}/)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}")
  target_sources(${target} PRIVATE ${source})
endfunction()
