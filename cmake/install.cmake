# Installs what programs built with limbsmith need: the batch library and its headers, limbsmith_generate, and the
# package that find_package(limbsmith) finds; the licence and the pages of docs/. The generator is installed where it is
# built; here, if it was there already.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/limbsmith)
install(DIRECTORY runtime/include/limbsmith DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS limbsmith-batch EXPORT limbsmith-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT limbsmith-targets NAMESPACE limbsmith:: DESTINATION ${package})
configure_package_config_file(cmake/limbsmith-config.cmake.in ${PROJECT_BINARY_DIR}/limbsmith-config.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limbsmith-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/limbsmith.cmake ${PROJECT_BINARY_DIR}/limbsmith-config.cmake
              ${PROJECT_BINARY_DIR}/limbsmith-config-version.cmake
        DESTINATION ${package})
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")
if(LIMBSMITH_GENERATOR)
    install(PROGRAMS ${LIMBSMITH_GENERATOR} DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME limbsmith)
endif()
