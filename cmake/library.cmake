# The library limbsmith: all of it in one file, liblimbsmith.so and liblimbsmith.a, from the same objects. limbsmith::limbsmith
# is the static one, or the shared one if BUILD_SHARED_LIBS is set. Programs that link it need GMP, fmt and zlib.
set(objects)
foreach(part batch runtime generator session)
    list(APPEND objects $<TARGET_OBJECTS:limbsmith-${part}>)
endforeach()

set(only_if_used ${is_part})
if(LIMBSMITH_INSTALL)
    set(only_if_used OFF)
endif()
foreach(form shared static)
    string(TOUPPER ${form} type)
    add_library(limbsmith-${form} ${type} ${objects})
    set_target_properties(limbsmith-${form} PROPERTIES OUTPUT_NAME limbsmith EXPORT_NAME ${form} LINKER_LANGUAGE CXX
                                                       EXCLUDE_FROM_ALL ${only_if_used})
    target_compile_features(limbsmith-${form} INTERFACE cxx_std_17)
    target_include_directories(limbsmith-${form} INTERFACE
                               $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/runtime/include>
                               $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/session/include>
                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
target_link_libraries(limbsmith-static PRIVATE fmt::fmt gmpxx gmp ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS})
# By their files: projects that use the shared library need not find the packages of these.
target_link_libraries(limbsmith-shared PRIVATE $<TARGET_LINKER_FILE:fmt::fmt> ${GMPXX_LIBRARY} ${GMP_LIBRARY} ${ZLIB_LIBRARIES}
                                               Threads::Threads ${CMAKE_DL_LIBS})

set(interface ${PROJECT_SOURCE_DIR}/cmake/limbsmith.map)
set_target_properties(limbsmith-shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                                                  LINK_DEPENDS ${interface})
target_link_options(limbsmith-shared PRIVATE -Wl,--version-script=${interface})

if(BUILD_SHARED_LIBS)
    add_library(limbsmith::limbsmith ALIAS limbsmith-shared)
else()
    add_library(limbsmith::limbsmith ALIAS limbsmith-static)
endif()
include(cmake/components.cmake)
