/* thrust/detail/type_traits.h: the standard ones, and where data live. */
#ifndef SIMT_THRUST_DETAIL_TYPE_TRAITS_H
#define SIMT_THRUST_DETAIL_TYPE_TRAITS_H

#include <type_traits>

#include "../simt/system.h"

#endif
