# How a folder of src/ becomes a library and its *_test.cc files a test program.
# Files are found by pattern, so a new file (a test above all) cannot be forgotten.

add_library(tdbg_flags INTERFACE)
target_compile_options(tdbg_flags INTERFACE -Wall -Wextra -Werror -Wshadow -Wnon-virtual-dtor
                                            -Wold-style-cast -Wimplicit-fallthrough
                                            -Wno-missing-field-initializers)  # they have defaults
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in `"text" + std::string` that are not there.
  target_compile_options(tdbg_flags INTERFACE -Wno-restrict)
endif()
target_include_directories(tdbg_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
if(TDBG_SANITIZE)
  target_compile_options(tdbg_flags INTERFACE -fsanitize=${TDBG_SANITIZE} -fno-sanitize-recover=all
                                              -fno-omit-frame-pointer)
  target_link_options(tdbg_flags INTERFACE -fsanitize=${TDBG_SANITIZE})
endif()

# Optimizing is half of the time that a sanitized build takes. Worth it where fuzzers and threads work hard; not for
# these layers, nor for what a test says itself.
set(TDBG_PLAIN_WHEN_SANITIZED session view prompt rpc server exporters control)
function(tdbg_plain_when_sanitized name)
  if(TDBG_SANITIZE)
    target_compile_options(${name} PRIVATE -O0)
  endif()
endfunction()

# tdbg_in_batches(TARGET): headers take most of the compiler's time, so it is given several files as one. A batch is what
# one edit compiles again. A name that a file keeps to itself (anonymous namespaces, `using`) must not be another file's
# of the same target: adding a file moves those after it to other batches.
set(TDBG_BATCH 10 CACHE STRING "How many files are compiled as one")
function(tdbg_in_batches name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TDBG_BATCH})
endfunction()
# It includes itself once for each kind of vectors, and takes as long as a batch.
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/tensor/health_target.cc PROPERTIES
                            SKIP_UNITY_BUILD_INCLUSION ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC takes what a batch includes for headers, whose types must not use what is private to a file.
  target_compile_options(tdbg_flags INTERFACE -Wno-subobject-linkage)
endif()

# tdbg_layer(NAME [NO_EXCEPTIONS] [EXCEPT FOLDER] [DEPENDS LAYER...]): src/NAME as a static library, all
# folders below it but FOLDER included, and NAME_test from its *_test.cc files.
function(tdbg_layer name)
  cmake_parse_arguments(ARG "NO_EXCEPTIONS" "EXCEPT" "DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cc)
  if(ARG_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "/src/${name}/${ARG_EXCEPT}/")
  endif()
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")

  add_library(tdbg_${name} STATIC ${sources})
  tdbg_in_batches(tdbg_${name})
  list(TRANSFORM ARG_DEPENDS PREPEND tdbg_)
  target_link_libraries(tdbg_${name} PUBLIC tdbg_flags ${ARG_DEPENDS})
  if(ARG_NO_EXCEPTIONS)
    target_compile_options(tdbg_${name} PRIVATE -fno-exceptions)
  endif()
  if(name IN_LIST TDBG_PLAIN_WHEN_SANITIZED)
    tdbg_plain_when_sanitized(tdbg_${name})
  endif()

  if(TDBG_TESTS AND tests)
    tdbg_unit_tests(${name} ${tests})
    target_link_libraries(${name}_test PRIVATE tdbg_${name})
  endif()
endfunction()

# tdbg_unit_tests(NAME FILE...): NAME_test.
function(tdbg_unit_tests name)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name}_test ${ARGN})
  tdbg_in_batches(${name}_test)
  target_link_libraries(${name}_test PRIVATE GTest::gtest_main)
  tdbg_plain_when_sanitized(${name}_test)
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}/" DISCOVERY_TIMEOUT 60)
endfunction()

# Fuzzing and the sanitized unit tests need no program: those are built there when somebody asks for one.
function(tdbg_only_on_request name)
  set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ${TDBG_FUZZ})
endfunction()

# tdbg_program(NAME FOLDER DEPENDS LAYER...): one executable from all files of FOLDER.
function(tdbg_program name folder)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cc)
  add_executable(${name} ${sources})
  tdbg_in_batches(${name})
  list(TRANSFORM ARG_DEPENDS PREPEND tdbg_)
  target_link_libraries(${name} PRIVATE tdbg_flags ${ARG_DEPENDS})
  target_compile_definitions(${name} PRIVATE TDBG_VERSION="${PROJECT_VERSION}")
  tdbg_only_on_request(${name})
endfunction()

# tdbg_debuggee_library(NAME LAYER OUTPUT FILE): libFILE.so for the debuggee from a layer and all below
# it. Only tdbg_* is exported, and of the C++ runtime nothing is shared with a framework's.
function(tdbg_debuggee_library name layer)
  cmake_parse_arguments(ARG "" "OUTPUT" "" ${ARGN})
  add_library(${name} SHARED $<TARGET_OBJECTS:${layer}>)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${ARG_OUTPUT} LINKER_LANGUAGE CXX
                                           LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${layer})
  target_include_directories(${name} INTERFACE ${CMAKE_SOURCE_DIR}/include)
  tdbg_inside_debuggee(${name})
endfunction()

# tdbg_called_in_debuggee(TARGET...): compiled for such a library. All that it calls is bound when it is loaded, so
# that stubs for each function would only be more lines to fetch.
function(tdbg_called_in_debuggee)
  if(NOT TDBG_SANITIZE)
    foreach(name ${ARGN})
      target_compile_options(${name} PRIVATE -fno-plt)
    endforeach()
  endif()
endfunction()

# What holds for every shared library that we put into somebody else's process.
function(tdbg_inside_debuggee name)
  set(exports ${CMAKE_SOURCE_DIR}/cmake/debuggee_exports.map)
  target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL
                      -Wl,--version-script=${exports} -Wl,-z,nodelete -Wl,-z,now)
  if(NOT TDBG_SANITIZE)  # whose runtime is the executable's
    target_link_options(${name} PRIVATE -Wl,--no-undefined)
  endif()
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${exports})
endfunction()

# tdbg_adapter(NAME FOLDER): libNAME.so, the adapter of one framework to the capture library, which it
# finds beside itself. Only the files of FOLDER itself: what is below is compiled by the user's machine.
function(tdbg_adapter name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  add_library(${name} SHARED ${sources})
  if(TDBG_SANITIZE)  # else one by one: what lies side by side between two ops was arranged and measured
    tdbg_in_batches(${name})
  endif()
  target_link_libraries(${name} PRIVATE tdbg_flags tdbg_frameworks tdbg_capture_shared ${CMAKE_DL_LIBS})
  set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}
                                           BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN"
                                           BUILD_WITH_INSTALL_RPATH ON)
  tdbg_inside_debuggee(${name})
  tdbg_called_in_debuggee(${name})
  tdbg_only_on_request(${name})
  if(TDBG_TESTS AND tests)
    tdbg_unit_tests(${name} ${tests})
    target_sources(${name}_test PRIVATE $<TARGET_OBJECTS:${name}>)
    target_link_libraries(${name}_test PRIVATE tdbg_flags tdbg_frameworks tdbg_capture_shared ${CMAKE_DL_LIBS})
  endif()
endfunction()

# tdbg_embed_python(TARGET FOLDER/FILE.py NAME): its text as the constant NAME, for those who include "FOLDER/FILE_text.h",
# without the first folder.
function(tdbg_embed_python target file name)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${CMAKE_SOURCE_DIR}/${file} text)
  string(REGEX REPLACE "^src/(.*)\\.py$" "\\1_text.h" header ${file})
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/embedded/${header} @ONLY CONTENT [[
#pragma once

inline constexpr char @name@[] = R"PYTHON(@text@)PYTHON";
]])
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/embedded)
endfunction()

# tdbg_companion_sources(): what `tdbg run` compiles for the TensorFlow it meets, as files beside the binary
# and in an installation; includes are found there as in this tree.
function(tdbg_companion_sources)
  file(GLOB sources RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
       src/capture/tf/companion/* src/capture/tf/companion_abi.h src/capture/tf/vtable_slot.h
       include/tdbg/capture.h)
  foreach(source ${sources})
    configure_file(${CMAKE_SOURCE_DIR}/${source} ${CMAKE_BINARY_DIR}/companion-src/${source} COPYONLY)
  endforeach()
  install(DIRECTORY ${CMAKE_BINARY_DIR}/companion-src/ DESTINATION share/tdbg)
endfunction()

# tdbg_messages(TARGET): the messages of src/rpc/messages.schema and who answers them, for the target and all who use it.
function(tdbg_messages target)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(folder ${CMAKE_BINARY_DIR}/generated)
  set(generator ${CMAKE_SOURCE_DIR}/tools/generate_messages.py)
  set(made messages.h messages_json.h messages_json.cc handlers.h requests.cc)
  list(TRANSFORM made PREPEND ${folder}/rpc/)
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${Python3_EXECUTABLE} ${generator} --cpp ${folder}/rpc
    DEPENDS ${generator} ${CMAKE_SOURCE_DIR}/src/rpc/messages.schema)
  # Made by a target of its own: those of a library wait for the libraries below it.
  add_custom_target(${target}_messages DEPENDS ${made})
  add_dependencies(${target} ${target}_messages)
  target_sources(${target} PRIVATE ${made})
  target_include_directories(${target} PUBLIC ${folder})
endfunction()
