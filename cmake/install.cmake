# Installs what programs built with limbsmith need: the batch library and its headers, limbsmith_generate, and the
# package that find_package(limbsmith) finds. The generator is installed where it is built.
include(CMakePackageConfigHelpers)

set(package lib/cmake/limbsmith)
install(DIRECTORY runtime/include/limbsmith DESTINATION include)
install(TARGETS limbsmith-batch EXPORT limbsmith-targets ARCHIVE DESTINATION lib)
install(EXPORT limbsmith-targets NAMESPACE limbsmith:: DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limbsmith-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/limbsmith-config.cmake cmake/limbsmith.cmake ${PROJECT_BINARY_DIR}/limbsmith-config-version.cmake
        DESTINATION ${package})
