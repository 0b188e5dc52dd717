# Tests that need several layers at once: each *_test.cc of this folder is a program of its own.
find_package(GTest REQUIRED)
include(GoogleTest)
file(GLOB gtests CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*_test.cc)
foreach(source IN LISTS gtests)
  cmake_path(GET source STEM name)
  string(REGEX REPLACE "_test$" "" layer ${name})
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE tdbg_flags tdbg_server tdbg_rpc tdbg_session tdbg_query tdbg_importers tdbg_format tdbg_store
                                        tdbg_tensor tdbg_base GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE TDBG_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  tdbg_plain_when_sanitized(${name})
  gtest_discover_tests(${name} TEST_PREFIX "${layer}/" DISCOVERY_TIMEOUT 60)
endforeach()
