/*
 * cuda_runtime.h: the first header of every CUDA source, included by the command line as nvcc does, and
 * precompiled. The C headers are those that nvcc's own brings along.
 */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "simt/hd.h"

SIMT_HD_BEGIN

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "simt/core.h"
#include "vector_functions.h"
#include "vector_types.h"

#include "cuda_runtime_api.h"

#include "simt/atomics.h"
#include "simt/atomics_nv.h"
#include "simt/intrinsics.h"
#include "simt/math.h"
#include "simt/memory.h"

SIMT_HD_END

#endif
