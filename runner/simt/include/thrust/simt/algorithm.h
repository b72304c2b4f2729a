/*
 * thrust/simt/algorithm.h: Thrust's algorithms. simt_detail has each with its policy and the pc of the call;
 * a macro at the end makes the two forms that a program calls, with and without a policy.
 */
#ifndef SIMT_THRUST_ALGORITHM_H
#define SIMT_THRUST_ALGORITHM_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <algorithm>
#include <numeric>
#include <vector>

#include "functional.h"

namespace thrust {
namespace simt_detail {

/* ---- element by element -------------------------------------------------------------------------------- */

template <class P, class It, class F> It for_each_n(const P &p, uintptr_t pc, It first, size_t n, F f)
{
    auto x = plain_of(first);
    each(p, "thrust::for_each", n, [=](size_t i) mutable { f(x[(ptrdiff_t)i]); }, pc);
    return first + (ptrdiff_t)n;
}
template <class P, class It, class F> It for_each(const P &p, uintptr_t pc, It first, It last, F f)
{
    return for_each_n(p, pc, first, (size_t)(last - first), f);
}
template <class P, class It, class Out, class F>
Out transform(const P &p, uintptr_t pc, It first, It last, Out out, F f)
{
    auto x = plain_of(first);
    auto y = plain_of(out);
    size_t n = (size_t)(last - first);
    each(p, "thrust::transform", n, [=](size_t i) mutable { y[(ptrdiff_t)i] = f(x[(ptrdiff_t)i]); }, pc);
    return out + (ptrdiff_t)n;
}
template <class P, class A, class B, class Out, class F>
Out transform(const P &p, uintptr_t pc, A first, A last, B second, Out out, F f)
{
    auto x = plain_of(first);
    auto z = plain_of(second);
    auto y = plain_of(out);
    size_t n = (size_t)(last - first);
    each(p, "thrust::transform", n,
         [=](size_t i) mutable { y[(ptrdiff_t)i] = f(x[(ptrdiff_t)i], z[(ptrdiff_t)i]); }, pc);
    return out + (ptrdiff_t)n;
}
template <class P, class A, class S, class Out, class F, class Q>
Out transform_if(const P &p, uintptr_t pc, A first, A last, S stencil, Out out, F f, Q pred)
{
    auto x = plain_of(first);
    auto s = plain_of(stencil);
    auto y = plain_of(out);
    size_t n = (size_t)(last - first);
    each(p, "thrust::transform_if", n,
         [=](size_t i) mutable {
             if (pred(s[(ptrdiff_t)i]))
                 y[(ptrdiff_t)i] = f(x[(ptrdiff_t)i]);
         },
         pc);
    return out + (ptrdiff_t)n;
}
template <class P, class It, class T> void fill(const P &p, uintptr_t pc, It first, It last, const T &v)
{
    auto x = plain_of(first);
    val_t<It> w = (val_t<It>)v;
    each(p, "thrust::fill", (size_t)(last - first), [=](size_t i) mutable { x[(ptrdiff_t)i] = w; }, pc);
}
template <class P, class It, class T> It fill_n(const P &p, uintptr_t pc, It first, size_t n, const T &v)
{
    fill(p, pc, first, first + (ptrdiff_t)n, v);
    return first + (ptrdiff_t)n;
}
template <class P, class It> void sequence(const P &p, uintptr_t pc, It first, It last)
{
    typedef val_t<It> T;
    auto x = plain_of(first);
    each(
        p, "thrust::sequence", (size_t)(last - first), [=](size_t i) mutable { x[(ptrdiff_t)i] = (T)i; }, pc);
}
template <class P, class It, class T>
void sequence(const P &p, uintptr_t pc, It first, It last, T from, T step = T(1))
{
    auto x = plain_of(first);
    each(p, "thrust::sequence", (size_t)(last - first),
         [=](size_t i) mutable { x[(ptrdiff_t)i] = (val_t<It>)(from + step * (T)i); }, pc);
}
template <class P, class It, class F> void tabulate(const P &p, uintptr_t pc, It first, It last, F f)
{
    auto x = plain_of(first);
    each(
        p, "thrust::tabulate", (size_t)(last - first), [=](size_t i) mutable { x[(ptrdiff_t)i] = f(i); }, pc);
}
template <class P, class It, class F> void generate(const P &p, uintptr_t pc, It first, It last, F f)
{
    auto x = plain_of(first);
    if constexpr (std::is_same<P, host_policy>::value)
        std::generate(first, last, f);
    else
        each(
            p, "thrust::generate", (size_t)(last - first), [=](size_t i) mutable { x[(ptrdiff_t)i] = f(); },
            pc);
}
template <class P, class It, class Q, class T>
void replace_if(const P &p, uintptr_t pc, It first, It last, Q pred, const T &v)
{
    auto x = plain_of(first);
    each(p, "thrust::replace_if", (size_t)(last - first),
         [=](size_t i) mutable {
             if (pred(x[(ptrdiff_t)i]))
                 x[(ptrdiff_t)i] = v;
         },
         pc);
}
template <class P, class It, class T>
void replace(const P &p, uintptr_t pc, It first, It last, const T &old, const T &v)
{
    replace_if(p, pc, first, last, [=](const T &x) { return x == old; }, v);
}
template <class P, class Map, class It, class Out>
Out gather(const P &p, uintptr_t pc, Map first, Map last, It in, Out out)
{
    auto m = plain_of(first);
    auto x = plain_of(in);
    auto y = plain_of(out);
    size_t n = (size_t)(last - first);
    each(
        p, "thrust::gather", n, [=](size_t i) mutable { y[(ptrdiff_t)i] = x[(ptrdiff_t)m[(ptrdiff_t)i]]; },
        pc);
    return out + (ptrdiff_t)n;
}
template <class P, class It, class Map, class Out>
void scatter(const P &p, uintptr_t pc, It first, It last, Map map, Out out)
{
    auto x = plain_of(first);
    auto m = plain_of(map);
    auto y = plain_of(out);
    each(p, "thrust::scatter", (size_t)(last - first),
         [=](size_t i) mutable { y[(ptrdiff_t)m[(ptrdiff_t)i]] = x[(ptrdiff_t)i]; }, pc);
}
template <class P, class It> void reverse(const P &p, uintptr_t pc, It first, It last)
{
    auto x = plain_of(first);
    ptrdiff_t n = last - first;
    each(p, "thrust::reverse", (size_t)n / 2,
         [=](size_t i) mutable {
             val_t<It> v = x[(ptrdiff_t)i];
             x[(ptrdiff_t)i] = (val_t<It>)x[n - 1 - (ptrdiff_t)i];
             x[n - 1 - (ptrdiff_t)i] = v;
         },
         pc);
}
template <class P, class It, class Out> Out reverse_copy(const P &p, uintptr_t pc, It first, It last, Out out)
{
    auto x = plain_of(first);
    auto y = plain_of(out);
    ptrdiff_t n = last - first;
    each(
        p, "thrust::reverse_copy", (size_t)n,
        [=](size_t i) mutable { y[(ptrdiff_t)i] = x[n - 1 - (ptrdiff_t)i]; }, pc);
    return out + n;
}
template <class P, class A, class B> B swap_ranges(const P &p, uintptr_t pc, A first, A last, B second)
{
    auto x = plain_of(first);
    auto y = plain_of(second);
    each(p, "thrust::swap_ranges", (size_t)(last - first),
         [=](size_t i) mutable {
             val_t<A> v = x[(ptrdiff_t)i];
             x[(ptrdiff_t)i] = (val_t<A>)y[(ptrdiff_t)i];
             y[(ptrdiff_t)i] = v;
         },
         pc);
    return second + (last - first);
}
template <class P, class It, class Out, class F>
Out adjacent_difference(const P &p, uintptr_t pc, It first, It last, Out out, F f)
{
    auto x = plain_of(first);
    auto y = plain_of(out);
    once(p, "thrust::adjacent_difference", [=]() mutable {
        ptrdiff_t n = last - first;
        for (ptrdiff_t i = n; i-- > 1;)
            y[i] = f(x[i], x[i - 1]);
        if (n > 0)
            y[0] = x[0];
    }, pc);
    return out + (last - first);
}
template <class P, class It, class Out>
Out adjacent_difference(const P &p, uintptr_t pc, It first, It last, Out out)
{
    return adjacent_difference(p, pc, first, last, out, thrust::minus<val_t<It>>());
}

/* ---- copies -------------------------------------------------------------------------------------------- */

template <class It> constexpr bool on_device = std::is_same<sys_t<It>, device_system_tag>::value;
template <class It> constexpr bool on_host = std::is_same<sys_t<It>, host_system_tag>::value;
template <class It> struct contiguous : std::is_pointer<It> {};
template <class T, class C> struct contiguous<__gnu_cxx::__normal_iterator<T, C>> : std::true_type {};
template <class T> struct contiguous<device_ptr<T>> : std::true_type {};
template <class T> const T *address(T *p) { return p; }
template <class T> const T *address(const device_ptr<T> &p) { return p.get(); }
template <class T, class C> auto address(const __gnu_cxx::__normal_iterator<T, C> &i) { return i.base(); }

template <class P, class It, class Out> Out copy_n(const P &p, uintptr_t pc, It first, size_t n, Out out)
{
    typedef val_t<It> T;
    constexpr bool same = std::is_same<T, val_t<Out>>::value && std::is_trivially_copyable<T>::value;
    constexpr bool crosses = (on_device<It> && on_host<Out>) || (on_host<It> && on_device<Out>);
    if (!n)
        return out;
    if constexpr (!crosses) {
        auto x = plain_of(first);
        auto y = plain_of(out);
        each(p, "thrust::copy", n, [=](size_t i) mutable { y[(ptrdiff_t)i] = x[(ptrdiff_t)i]; }, pc);
    } else if constexpr (same && contiguous<It>::value && contiguous<Out>::value) {
        check(
            cudaMemcpy((void *)address(out), (const void *)address(first), n * sizeof(T), cudaMemcpyDefault),
            "thrust::copy");
    } else if constexpr (on_device<It>) { /* through a buffer on either side */
        void *d = nullptr;
        check(cudaMalloc(&d, n * sizeof(T)), "thrust::copy");
        copy_n(device_policy(), pc, first, n, device_ptr<T>((T *)d));
        std::vector<T> h(n);
        for (size_t i = 0; i < n; i++)
            h[i] = *device_ptr<T>((T *)d + i);
        cudaFree(d);
        std::copy(h.begin(), h.end(), out);
    } else {
        std::vector<val_t<Out>> h(first, first + (ptrdiff_t)n);
        void *d = nullptr;
        check(cudaMalloc(&d, n * sizeof(val_t<Out>)), "thrust::copy");
        check(cudaMemcpy(d, (const void *)h.data(), n * sizeof(val_t<Out>), cudaMemcpyHostToDevice),
              "thrust::copy");
        copy_n(device_policy(), pc, device_ptr<val_t<Out>>((val_t<Out> *)d), n, out);
        cudaFree(d);
    }
    return out + (ptrdiff_t)n;
}
template <class P, class It, class Out> Out copy(const P &p, uintptr_t pc, It first, It last, Out out)
{
    return copy_n(p, pc, first, (size_t)std::distance(first, last), out);
}

/* ---- one value ----------------------------------------------------------------------------------------- */

template <class P, class It, class T, class Op>
T reduce(const P &p, uintptr_t pc, It first, It last, T init, Op op)
{
    auto x = plain_of(first);
    size_t n = (size_t)(last - first);
    return value<T>(p, "thrust::reduce", [=] { return simt::reduce_pairs<T>(x, n, init, op); }, pc);
}
template <class P, class It, class T> T reduce(const P &p, uintptr_t pc, It first, It last, T init)
{
    return reduce(p, pc, first, last, init, thrust::plus<T>());
}
template <class P, class It> val_t<It> reduce(const P &p, uintptr_t pc, It first, It last)
{
    return reduce(p, pc, first, last, val_t<It>(), thrust::plus<val_t<It>>());
}
template <class P, class It, class F, class T, class Op>
T transform_reduce(const P &p, uintptr_t pc, It first, It last, F f, T init, Op op)
{
    auto x = transform_iterator<F, plain_t<It>>(plain_of(first), f);
    size_t n = (size_t)(last - first);
    return value<T>(p, "thrust::transform_reduce", [=] { return simt::reduce_pairs<T>(x, n, init, op); }, pc);
}
template <class P, class A, class B, class T, class Plus, class Times>
T inner_product(const P &p, uintptr_t pc, A first, A last, B second, T init, Plus plus, Times times)
{
    auto x = plain_of(first);
    auto y = plain_of(second);
    auto z = make_transform_iterator(counting_iterator<ptrdiff_t>(0),
                                     [=](ptrdiff_t i) { return times(x[i], y[i]); });
    size_t n = (size_t)(last - first);
    return value<T>(p, "thrust::inner_product", [=] { return simt::reduce_pairs<T>(z, n, init, plus); }, pc);
}
template <class P, class A, class B, class T>
T inner_product(const P &p, uintptr_t pc, A first, A last, B second, T init)
{
    return inner_product(p, pc, first, last, second, init, thrust::plus<T>(), thrust::multiplies<T>());
}
template <class P, class It, class Q> ptrdiff_t count_if(const P &p, uintptr_t pc, It first, It last, Q pred)
{
    auto x = plain_of(first);
    ptrdiff_t n = last - first;
    return value<ptrdiff_t>(p, "thrust::count_if", [=]() mutable {
        ptrdiff_t sum = 0;
        for (ptrdiff_t i = 0; i < n; i++)
            sum += pred(x[i]) ? 1 : 0;
        return sum;
    }, pc);
}
template <class P, class It, class T> ptrdiff_t count(const P &p, uintptr_t pc, It first, It last, const T &v)
{
    return count_if(p, pc, first, last, [=](const val_t<It> &x) { return x == v; });
}
template <class P, class It, class Q> It find_if(const P &p, uintptr_t pc, It first, It last, Q pred)
{
    auto x = plain_of(first);
    ptrdiff_t n = last - first;
    return first + value<ptrdiff_t>(p, "thrust::find_if", [=]() mutable {
        ptrdiff_t i = 0;
        while (i < n && !pred(x[i]))
            i++;
        return i;
    }, pc);
}
template <class P, class It, class T> It find(const P &p, uintptr_t pc, It first, It last, const T &v)
{
    return find_if(p, pc, first, last, [=](const val_t<It> &x) { return x == v; });
}
template <class P, class It, class Q> bool any_of(const P &p, uintptr_t pc, It first, It last, Q pred)
{
    return find_if(p, pc, first, last, pred) != last;
}
template <class P, class It, class Q> bool none_of(const P &p, uintptr_t pc, It first, It last, Q pred)
{
    return find_if(p, pc, first, last, pred) == last;
}
template <class P, class It, class Q> bool all_of(const P &p, uintptr_t pc, It first, It last, Q pred)
{
    return find_if(p, pc, first, last, unary_negate<Q>{pred}) == last;
}
/* The first that no other goes before; `flip` for the first that goes before no other. */
template <class P, class It, class Less>
It extreme(const P &p, uintptr_t pc, It first, It last, Less less, bool flip)
{
    auto x = plain_of(first);
    ptrdiff_t n = last - first;
    return first + value<ptrdiff_t>(p, "thrust::min_element", [=]() mutable {
        ptrdiff_t best = 0;
        for (ptrdiff_t i = 1; i < n; i++)
            if (flip ? less(x[best], x[i]) : less(x[i], x[best]))
                best = i;
        return best;
    }, pc);
}
template <class P, class It, class Less = thrust::less<>>
It min_element(const P &p, uintptr_t pc, It first, It last, Less less = Less())
{
    return extreme(p, pc, first, last, less, false);
}
template <class P, class It, class Less = thrust::less<>>
It max_element(const P &p, uintptr_t pc, It first, It last, Less less = Less())
{
    return extreme(p, pc, first, last, less, true);
}
template <class P, class It, class Less = thrust::less<>>
thrust::pair<It, It> minmax_element(const P &p, uintptr_t pc, It first, It last, Less less = Less())
{
    return thrust::pair<It, It>(extreme(p, pc, first, last, less, false),
                                extreme(p, pc, first, last, less, true));
}
template <class P, class A, class B> bool equal(const P &p, uintptr_t pc, A first, A last, B second)
{
    auto x = plain_of(first);
    auto y = plain_of(second);
    ptrdiff_t n = last - first;
    return value<bool>(p, "thrust::equal", [=] {
        for (ptrdiff_t i = 0; i < n; i++)
            if (!(x[i] == y[i]))
                return false;
        return true;
    }, pc);
}
template <class P, class It, class Less = thrust::less<>>
bool is_sorted(const P &p, uintptr_t pc, It first, It last, Less less = Less())
{
    auto x = plain_of(first);
    ptrdiff_t n = last - first;
    return value<bool>(p, "thrust::is_sorted", [=] {
        for (ptrdiff_t i = 1; i < n; i++)
            if (less(x[i], x[i - 1]))
                return false;
        return true;
    }, pc);
}
template <class P, class It, class T, class Less = thrust::less<>>
It lower_bound(const P &p, uintptr_t pc, It first, It last, const T &v, Less less = Less())
{
    auto x = plain_of(first);
    ptrdiff_t n = last - first;
    return first + value<ptrdiff_t>(
                       p, "thrust::lower_bound", [=] { return std::lower_bound(x, x + n, v, less) - x; }, pc);
}
template <class P, class It, class T, class Less = thrust::less<>>
It upper_bound(const P &p, uintptr_t pc, It first, It last, const T &v, Less less = Less())
{
    auto x = plain_of(first);
    ptrdiff_t n = last - first;
    return first + value<ptrdiff_t>(
                       p, "thrust::upper_bound", [=] { return std::upper_bound(x, x + n, v, less) - x; }, pc);
}
template <class P, class It, class T>
bool binary_search(const P &p, uintptr_t pc, It first, It last, const T &v)
{
    auto x = plain_of(first);
    ptrdiff_t n = last - first;
    return value<bool>(p, "thrust::binary_search", [=] { return std::binary_search(x, x + n, v); }, pc);
}

/* The same of many values at once: where each of them belongs, or whether it is there. */
#define SIMT_SEARCH_EACH(name, found)                                                                        \
    template <class P, class It, class Q, class Out, class Less = thrust::less<>>                            \
    Out name(const P &p, uintptr_t pc, It first, It last, Q values, Q end, Out out, Less less = Less())      \
    {                                                                                                        \
        auto x = plain_of(first);                                                                            \
        auto q = plain_of(values);                                                                           \
        auto o = plain_of(out);                                                                              \
        ptrdiff_t n = last - first, m = end - values;                                                        \
        each(p, "thrust::" #name, (size_t)m,                                                                 \
             [=](size_t i) mutable {                                                                         \
                 auto v = q[(ptrdiff_t)i];                                                                   \
                 o[(ptrdiff_t)i] = found;                                                                    \
             },                                                                                              \
             pc);                                                                                            \
        return out + m;                                                                                      \
    }
SIMT_SEARCH_EACH(lower_bound, std::lower_bound(x, x + n, v, less) - x)
SIMT_SEARCH_EACH(upper_bound, std::upper_bound(x, x + n, v, less) - x)
SIMT_SEARCH_EACH(binary_search, std::binary_search(x, x + n, v, less))
#undef SIMT_SEARCH_EACH

#include "algorithm_order.h"

} // namespace simt_detail

/* name(policy, ...) and name(...): the pc of the user's line, whatever is inlined between. */
#define SIMT_THRUST(name)                                                                                    \
    template <class P, class... A, std::enable_if_t<simt_detail::is_policy<P>::value, int> = 0>              \
    SIMT_LIB_FN auto name(const P &p, A... a)                                                                \
    {                                                                                                        \
        return simt_detail::name(p, simt_here(), a...);                                                      \
    }                                                                                                        \
    template <class First, class... A, std::enable_if_t<!simt_detail::is_policy<First>::value, int> = 0>     \
    SIMT_LIB_FN auto name(First first, A... a)                                                               \
    {                                                                                                        \
        return simt_detail::name(simt_detail::policy_for<First, A...>(), simt_here(), first, a...);          \
    }
SIMT_THRUST(for_each)
SIMT_THRUST(for_each_n)
SIMT_THRUST(transform)
SIMT_THRUST(transform_if)
SIMT_THRUST(fill)
SIMT_THRUST(fill_n)
SIMT_THRUST(sequence)
SIMT_THRUST(tabulate)
SIMT_THRUST(generate)
SIMT_THRUST(replace)
SIMT_THRUST(replace_if)
SIMT_THRUST(gather)
SIMT_THRUST(scatter)
SIMT_THRUST(reverse)
SIMT_THRUST(reverse_copy)
SIMT_THRUST(swap_ranges)
SIMT_THRUST(adjacent_difference)
SIMT_THRUST(copy)
SIMT_THRUST(copy_n)
SIMT_THRUST(reduce)
SIMT_THRUST(transform_reduce)
SIMT_THRUST(inner_product)
SIMT_THRUST(count)
SIMT_THRUST(count_if)
SIMT_THRUST(find)
SIMT_THRUST(find_if)
SIMT_THRUST(any_of)
SIMT_THRUST(all_of)
SIMT_THRUST(none_of)
SIMT_THRUST(min_element)
SIMT_THRUST(max_element)
SIMT_THRUST(minmax_element)
SIMT_THRUST(equal)
SIMT_THRUST(is_sorted)
SIMT_THRUST(lower_bound)
SIMT_THRUST(upper_bound)
SIMT_THRUST(binary_search)
SIMT_THRUST(inclusive_scan)
SIMT_THRUST(exclusive_scan)
SIMT_THRUST(transform_inclusive_scan)
SIMT_THRUST(transform_exclusive_scan)
SIMT_THRUST(inclusive_scan_by_key)
SIMT_THRUST(exclusive_scan_by_key)
SIMT_THRUST(copy_if)
SIMT_THRUST(remove)
SIMT_THRUST(remove_if)
SIMT_THRUST(remove_copy_if)
SIMT_THRUST(unique)
SIMT_THRUST(unique_copy)
SIMT_THRUST(unique_by_key)
SIMT_THRUST(unique_by_key_copy)
SIMT_THRUST(partition)
SIMT_THRUST(stable_partition)
SIMT_THRUST(reduce_by_key)
SIMT_THRUST(sort)
SIMT_THRUST(stable_sort)
SIMT_THRUST(sort_by_key)
SIMT_THRUST(stable_sort_by_key)
SIMT_THRUST(merge)
SIMT_THRUST(set_union)
SIMT_THRUST(set_intersection)
SIMT_THRUST(set_difference)
#undef SIMT_THRUST

} // namespace thrust

SIMT_HD_END

#endif
