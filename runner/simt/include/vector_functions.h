/* vector_functions.h: make_int2(1, 2) and its like for every type of vector_types.h. */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define SIMT_MAKE static inline __attribute__((always_inline)) constexpr
#define SIMT_MAKE4(base, name)                                                                               \
    SIMT_MAKE name make_##name(base x, base y, base z, base w) { return name{x, y, z, w}; }
#define SIMT_MAKES(base, name, size)                                                                         \
    SIMT_MAKE name##1 make_##name##1(base x) { return name##1{x}; }                                          \
    SIMT_MAKE name##2 make_##name##2(base x, base y) { return name##2{x, y}; }                               \
    SIMT_MAKE name##3 make_##name##3(base x, base y, base z) { return name##3{x, y, z}; }                    \
    SIMT_MAKE4(base, name##4)
#define SIMT_WIDE_MAKES(base, name, size) SIMT_MAKE4(base, name##4_16a) SIMT_MAKE4(base, name##4_32a)

SIMT_ALL_VECTORS(SIMT_MAKES)
SIMT_WIDE_VECTORS(SIMT_WIDE_MAKES)

#undef SIMT_MAKE4
#undef SIMT_MAKES
#undef SIMT_WIDE_MAKES
#undef SIMT_MAKE

#endif
