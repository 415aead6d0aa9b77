# limbsmith::session, limbsmith::pool and limbsmith::grid: the library limbsmith::limbsmith with the libraries that their headers need.
# limbsmith::batch is a library of its own, which needs no other.
foreach(component session pool grid)
    if(NOT TARGET limbsmith::${component})
        add_library(limbsmith::${component} INTERFACE IMPORTED GLOBAL)
        set_target_properties(limbsmith::${component} PROPERTIES INTERFACE_LINK_LIBRARIES limbsmith::limbsmith)
    endif()
endforeach()
set_target_properties(limbsmith::pool PROPERTIES INTERFACE_LINK_LIBRARIES "limbsmith::limbsmith;gmpxx;gmp")
