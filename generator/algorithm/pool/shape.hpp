// How kernels find numbers and computations in the memory of a device: as operation/device_pool.hpp says.
#pragma once

#include "limbsmith/pool/failure.hpp"
#include "operation/device_pool.hpp"

namespace limbsmith::algorithm::pool {

using namespace limbsmith::pool;
using namespace limbsmith::pool::shape;

}  // namespace limbsmith::algorithm::pool
