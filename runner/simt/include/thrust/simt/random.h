/* thrust/simt/random.h: linear congruential engines with a fast discard, and distributions. */
#ifndef SIMT_THRUST_RANDOM_H
#define SIMT_THRUST_RANDOM_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <cmath>
#include <cstdint>
#include <iostream> /* which programs take from the toolkit's thrust */

#include "system.h"

namespace thrust {
namespace random {

template <class U, U A, U C, U M> class linear_congruential_engine {
  public:
    typedef U result_type;
    static constexpr U min = C == 0 ? 1 : 0, max = M - 1, default_seed = 1;
    SIMT_LIB_METHOD explicit linear_congruential_engine(U s = default_seed) { seed(s); }
    SIMT_LIB_METHOD void seed(U s = default_seed) { x_ = C == 0 && s % M == 0 ? 1 : s % M; }
    SIMT_LIB_METHOD U operator()()
    {
        x_ = (U)(((unsigned long long)A * x_ + C) % M);
        return x_;
    }
    /* x -> a x + c, composed by doubling */
    SIMT_LIB_METHOD void discard(unsigned long long n)
    {
        unsigned long long a = A, c = C, ra = 1, rc = 0;
        for (; n; n >>= 1) {
            if (n & 1) {
                ra = ra * a % M;
                rc = (rc * a + c) % M;
            }
            c = (a * c + c) % M;
            a = a * a % M;
        }
        x_ = (U)((ra * x_ + rc) % M);
    }

  private:
    U x_;
};
typedef linear_congruential_engine<uint32_t, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<uint32_t, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;

template <class T = double> class uniform_real_distribution {
  public:
    typedef T result_type;
    SIMT_LIB_METHOD explicit uniform_real_distribution(T a = 0, T b = 1) : a_(a), b_(b) {}
    template <class G> SIMT_LIB_METHOD T operator()(G &g)
    {
        T r = (T)(g() - G::min) / ((T)(G::max - G::min) + (T)1);
        return r * (b_ - a_) + a_;
    }

  private:
    T a_, b_;
};
template <class T = int> class uniform_int_distribution {
  public:
    typedef T result_type;
    SIMT_LIB_METHOD explicit uniform_int_distribution(T a = 0, T b = std::numeric_limits<T>::max())
        : a_(a), b_(b)
    {
    }
    template <class G> SIMT_LIB_METHOD T operator()(G &g)
    {
        double r = (double)(g() - G::min) / ((double)(G::max - G::min) + 1);
        return (T)(a_ + (T)(r * ((double)b_ - (double)a_ + 1)));
    }

  private:
    T a_, b_;
};
template <class T = double> class normal_distribution {
  public:
    typedef T result_type;
    SIMT_LIB_METHOD explicit normal_distribution(T mean = 0, T stddev = 1) : mean_(mean), stddev_(stddev) {}
    template <class G> SIMT_LIB_METHOD T operator()(G &g)
    {
        uniform_real_distribution<T> u(0, 1);
        T a = (T)1 - u(g), b = u(g);
        return mean_ + stddev_ * (T)std::sqrt(-2 * std::log(a)) * (T)std::cos((T)6.283185307179586 * b);
    }

  private:
    T mean_, stddev_;
};

} // namespace random
using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
} // namespace thrust

SIMT_HD_END

#endif
