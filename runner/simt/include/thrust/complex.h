/* thrust/complex.h: std::complex under its name in Thrust. */
#ifndef SIMT_THRUST_COMPLEX_H
#define SIMT_THRUST_COMPLEX_H

#include "../simt/hd.h"

SIMT_HD_BEGIN

#include <complex>

namespace thrust {
template <class T> using complex = std::complex<T>;
using std::abs;
using std::arg;
using std::conj;
using std::exp;
using std::norm;
using std::polar;
} // namespace thrust

SIMT_HD_END

#endif
