// All of limbsmith: the session; from C++20 on also numbers of any length, in pools and on the grid.
#pragma once

#include "limbsmith/session.hpp"
#if __cplusplus >= 202002L
#include "limbsmith/grid.hpp"
#include "limbsmith/pool.hpp"
#endif
