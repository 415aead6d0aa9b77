# Installs the library and its headers, limbsmith_generate, and the package that find_package(limbsmith) and pkg-config
# find; the program, its manual pages and completions; the licence and the pages of docs/. Where a generator was there
# already, it is installed with the part that needs no other library: batches.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/limbsmith)
install(DIRECTORY runtime/include/limbsmith DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN pool* EXCLUDE
        PATTERN grid* EXCLUDE PATTERN sum* EXCLUDE)
install(TARGETS limbsmith-batch EXPORT limbsmith-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(LIMBSMITH_GENERATOR)
    install(PROGRAMS ${LIMBSMITH_GENERATOR} DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME limbsmith)
else()
    install(TARGETS limbsmith RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(DIRECTORY runtime/include/limbsmith session/include/limbsmith DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(TARGETS limbsmith-shared EXPORT limbsmith-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(TARGETS limbsmith-static EXPORT limbsmith-static-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT limbsmith-static-targets NAMESPACE limbsmith:: DESTINATION ${package})
    install(FILES cmake/components.cmake DESTINATION ${package})
    file(RELATIVE_PATH prefix_from_pc /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
    configure_file(cmake/limbsmith.pc.in limbsmith.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/limbsmith.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    include(cmake/manuals.cmake)
endif()
install(EXPORT limbsmith-targets NAMESPACE limbsmith:: DESTINATION ${package})
configure_package_config_file(cmake/limbsmith-config.cmake.in ${PROJECT_BINARY_DIR}/limbsmith-config.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limbsmith-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/limbsmith.cmake ${PROJECT_BINARY_DIR}/limbsmith-config.cmake
              ${PROJECT_BINARY_DIR}/limbsmith-config-version.cmake
        DESTINATION ${package})
install(FILES LICENSE README.md packaging/licences/THIRD-PARTY.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")

# `cpack -G DEB` in the build folder makes a Debian package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR limbsmith)
set(CPACK_PACKAGE_CONTACT "the maintainers of limbsmith")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "big-integer and modular arithmetic for GPUs, generated and proved")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgmp-dev, libfmt-dev, zlib1g-dev")
include(CPack)
