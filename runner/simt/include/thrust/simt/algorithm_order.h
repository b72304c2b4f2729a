/* thrust/simt/algorithm_order.h: scans, selections, sorts; inside thrust::simt_detail, from algorithm.h
 * alone. */

/* ---- scans --------------------------------------------------------------------------------------------- */

template <class P, class It, class Out, class F, class Op>
Out transform_inclusive_scan(const P &p, uintptr_t pc, It first, It last, Out out, F f, Op op)
{
    typedef std::decay_t<decltype(f(std::declval<val_t<It>>()))> T;
    auto x = plain_of(first);
    auto y = plain_of(out);
    ptrdiff_t n = last - first;
    once(p, "thrust::inclusive_scan", [=]() mutable {
        if (n <= 0)
            return;
        T sum = f(x[0]);
        y[0] = sum;
        for (ptrdiff_t i = 1; i < n; i++)
            y[i] = sum = op(sum, f(x[i]));
    }, pc);
    return out + n;
}
template <class P, class It, class Out, class F, class T, class Op>
Out transform_exclusive_scan(const P &p, uintptr_t pc, It first, It last, Out out, F f, T init, Op op)
{
    auto x = plain_of(first);
    auto y = plain_of(out);
    ptrdiff_t n = last - first;
    once(p, "thrust::exclusive_scan", [=]() mutable {
        T sum = init;
        for (ptrdiff_t i = 0; i < n; i++) {
            T v = f(x[i]); /* before the place is written: it may be the same one */
            y[i] = sum;
            sum = op(sum, v);
        }
    }, pc);
    return out + n;
}
template <class P, class It, class Out, class Op>
Out inclusive_scan(const P &p, uintptr_t pc, It first, It last, Out out, Op op)
{
    return transform_inclusive_scan(p, pc, first, last, out, thrust::identity<val_t<It>>(), op);
}
template <class P, class It, class Out>
Out inclusive_scan(const P &p, uintptr_t pc, It first, It last, Out out)
{
    return inclusive_scan(p, pc, first, last, out, thrust::plus<val_t<It>>());
}
template <class P, class It, class Out, class T, class Op>
Out exclusive_scan(const P &p, uintptr_t pc, It first, It last, Out out, T init, Op op)
{
    return transform_exclusive_scan(p, pc, first, last, out, thrust::identity<val_t<It>>(), init, op);
}
template <class P, class It, class Out, class T>
Out exclusive_scan(const P &p, uintptr_t pc, It first, It last, Out out, T init)
{
    return exclusive_scan(p, pc, first, last, out, init, thrust::plus<T>());
}
template <class P, class It, class Out>
Out exclusive_scan(const P &p, uintptr_t pc, It first, It last, Out out)
{
    return exclusive_scan(p, pc, first, last, out, val_t<It>());
}
template <class P, class K, class It, class Out, class Eq, class Op>
Out inclusive_scan_by_key(const P &p, uintptr_t pc, K first, K last, It in, Out out, Eq eq, Op op)
{
    auto k = plain_of(first);
    auto x = plain_of(in);
    auto y = plain_of(out);
    ptrdiff_t n = last - first;
    once(p, "thrust::inclusive_scan_by_key", [=]() mutable {
        val_t<It> sum{};
        for (ptrdiff_t i = 0; i < n; i++) {
            if (i && eq(k[i - 1], k[i]))
                sum = op(sum, x[i]);
            else
                sum = x[i];
            y[i] = sum;
        }
    }, pc);
    return out + n;
}
template <class P, class K, class It, class Out, class Eq>
Out inclusive_scan_by_key(const P &p, uintptr_t pc, K first, K last, It in, Out out, Eq eq)
{
    return inclusive_scan_by_key(p, pc, first, last, in, out, eq, thrust::plus<>());
}
template <class P, class K, class It, class Out>
Out inclusive_scan_by_key(const P &p, uintptr_t pc, K first, K last, It in, Out out)
{
    return inclusive_scan_by_key(p, pc, first, last, in, out, thrust::equal_to<>(), thrust::plus<>());
}
template <class P, class K, class It, class Out, class T, class Eq, class Op>
Out exclusive_scan_by_key(const P &p, uintptr_t pc, K first, K last, It in, Out out, T init, Eq eq, Op op)
{
    auto k = plain_of(first);
    auto x = plain_of(in);
    auto y = plain_of(out);
    ptrdiff_t n = last - first;
    once(p, "thrust::exclusive_scan_by_key", [=]() mutable {
        T sum = init;
        for (ptrdiff_t i = 0; i < n; i++) {
            T v = x[i]; /* before the place is written: it may be the same one */
            if (i && !eq(k[i - 1], k[i]))
                sum = init;
            y[i] = sum;
            sum = op(sum, v);
        }
    }, pc);
    return out + n;
}
template <class P, class K, class It, class Out, class T, class Eq>
Out exclusive_scan_by_key(const P &p, uintptr_t pc, K first, K last, It in, Out out, T init, Eq eq)
{
    return exclusive_scan_by_key(p, pc, first, last, in, out, init, eq, thrust::plus<>());
}
template <class P, class K, class It, class Out, class T>
Out exclusive_scan_by_key(const P &p, uintptr_t pc, K first, K last, It in, Out out, T init)
{
    return exclusive_scan_by_key(p, pc, first, last, in, out, init, thrust::equal_to<>());
}
template <class P, class K, class It, class Out>
Out exclusive_scan_by_key(const P &p, uintptr_t pc, K first, K last, It in, Out out)
{
    return exclusive_scan_by_key(p, pc, first, last, in, out, val_t<It>());
}

/* ---- selections ---------------------------------------------------------------------------------------- */

/* Copies what keeps(i) says, in order; may be in place. */
template <class P, class It, class Out, class Keep>
Out select(const P &p, uintptr_t pc, const char *name, It first, size_t n, Out out, Keep keeps)
{
    auto x = plain_of(first);
    auto y = plain_of(out);
    return out + value<ptrdiff_t>(p, name, [=]() mutable {
        ptrdiff_t to = 0;
        for (ptrdiff_t i = 0; i < (ptrdiff_t)n; i++)
            if (keeps(i))
                y[to++] = (val_t<It>)x[i];
        return to;
    }, pc);
}
template <class P, class It, class Out, class Q>
Out copy_if(const P &p, uintptr_t pc, It first, It last, Out out, Q pred)
{
    auto x = plain_of(first);
    return select(p, pc, "thrust::copy_if", first, (size_t)(last - first), out,
                  [=](ptrdiff_t i) mutable { return (bool)pred(x[i]); });
}
template <class P, class It, class S, class Out, class Q>
Out copy_if(const P &p, uintptr_t pc, It first, It last, S stencil, Out out, Q pred)
{
    auto s = plain_of(stencil);
    return select(p, pc, "thrust::copy_if", first, (size_t)(last - first), out,
                  [=](ptrdiff_t i) mutable { return (bool)pred(s[i]); });
}
template <class P, class It, class Out, class Q>
Out remove_copy_if(const P &p, uintptr_t pc, It first, It last, Out out, Q pred)
{
    auto x = plain_of(first);
    return select(p, pc, "thrust::remove_copy_if", first, (size_t)(last - first), out,
                  [=](ptrdiff_t i) mutable { return !pred(x[i]); });
}
template <class P, class It, class Q> It remove_if(const P &p, uintptr_t pc, It first, It last, Q pred)
{
    return remove_copy_if(p, pc, first, last, first, pred);
}
template <class P, class It, class S, class Q>
It remove_if(const P &p, uintptr_t pc, It first, It last, S stencil, Q pred)
{
    auto s = plain_of(stencil);
    return select(p, pc, "thrust::remove_if", first, (size_t)(last - first), first,
                  [=](ptrdiff_t i) mutable { return !pred(s[i]); });
}
template <class P, class It, class T> It remove(const P &p, uintptr_t pc, It first, It last, const T &v)
{
    return remove_if(p, pc, first, last, [=](const val_t<It> &x) { return x == v; });
}
template <class P, class It, class Out, class Eq>
Out unique_copy(const P &p, uintptr_t pc, It first, It last, Out out, Eq eq)
{
    auto x = plain_of(first);
    auto y = plain_of(out);
    ptrdiff_t n = last - first;
    return out + value<ptrdiff_t>(p, "thrust::unique", [=]() mutable {
        ptrdiff_t to = 0;
        for (ptrdiff_t i = 0; i < n; i++) {
            val_t<It> v = x[i];
            if (!to || !eq((val_t<It>)y[to - 1], v))
                y[to++] = v;
        }
        return to;
    }, pc);
}
template <class P, class It, class Out> Out unique_copy(const P &p, uintptr_t pc, It first, It last, Out out)
{
    return unique_copy(p, pc, first, last, out, thrust::equal_to<val_t<It>>());
}
template <class P, class It, class Eq> It unique(const P &p, uintptr_t pc, It first, It last, Eq eq)
{
    return unique_copy(p, pc, first, last, first, eq);
}
template <class P, class It> It unique(const P &p, uintptr_t pc, It first, It last)
{
    return unique_copy(p, pc, first, last, first);
}
template <class P, class K, class V, class KO, class VO, class Eq> thrust::pair<KO, VO>
unique_by_key_copy(const P &p, uintptr_t pc, K first, K last, V values, KO keys_out, VO values_out, Eq eq)
{
    auto k = plain_of(first);
    auto v = plain_of(values);
    auto ko = plain_of(keys_out);
    auto vo = plain_of(values_out);
    ptrdiff_t n = last - first;
    ptrdiff_t kept = value<ptrdiff_t>(p, "thrust::unique_by_key", [=]() mutable {
        ptrdiff_t to = 0;
        for (ptrdiff_t i = 0, head = 0; i < n; i++)
            if (!i || !eq((val_t<K>)k[head], (val_t<K>)k[i])) {
                head = i;
                ko[to] = (val_t<K>)k[i];
                vo[to++] = (val_t<V>)v[i];
            }
        return to;
    }, pc);
    return thrust::pair<KO, VO>(keys_out + kept, values_out + kept);
}
template <class P, class K, class V, class KO, class VO>
thrust::pair<KO, VO> unique_by_key_copy(const P &p, uintptr_t pc, K first, K last, V values, KO ko, VO vo)
{
    return unique_by_key_copy(p, pc, first, last, values, ko, vo, thrust::equal_to<>());
}
template <class P, class K, class V>
thrust::pair<K, V> unique_by_key(const P &p, uintptr_t pc, K first, K last, V values)
{
    auto k = plain_of(first);
    auto v = plain_of(values);
    ptrdiff_t n = last - first;
    ptrdiff_t kept = value<ptrdiff_t>(p, "thrust::unique_by_key", [=]() mutable {
        ptrdiff_t to = 0;
        for (ptrdiff_t i = 0; i < n; i++)
            if (!to || !(k[to - 1] == k[i])) {
                k[to] = (val_t<K>)k[i];
                v[to++] = (val_t<V>)v[i];
            }
        return to;
    }, pc);
    return thrust::pair<K, V>(first + kept, values + kept);
}
template <class P, class K, class V, class KO, class VO, class Eq, class Op> thrust::pair<KO, VO>
reduce_by_key(const P &p, uintptr_t pc, K first, K last, V values, KO keys_out, VO values_out, Eq eq, Op op)
{
    auto k = plain_of(first);
    auto v = plain_of(values);
    auto ko = plain_of(keys_out);
    auto vo = plain_of(values_out);
    ptrdiff_t n = last - first;
    ptrdiff_t groups = value<ptrdiff_t>(p, "thrust::reduce_by_key", [=]() mutable {
        ptrdiff_t to = 0;
        for (ptrdiff_t i = 0; i < n;) {
            val_t<K> key = k[i];
            val_t<V> sum = v[i];
            for (i++; i < n && eq(key, (val_t<K>)k[i]); i++)
                sum = op(sum, (val_t<V>)v[i]);
            ko[to] = key;
            vo[to++] = sum;
        }
        return to;
    }, pc);
    return thrust::pair<KO, VO>(keys_out + groups, values_out + groups);
}
template <class P, class K, class V, class KO, class VO, class Eq>
thrust::pair<KO, VO> reduce_by_key(const P &p, uintptr_t pc, K first, K last, V values, KO ko, VO vo, Eq eq)
{
    return reduce_by_key(p, pc, first, last, values, ko, vo, eq, thrust::plus<val_t<V>>());
}
template <class P, class K, class V, class KO, class VO>
thrust::pair<KO, VO> reduce_by_key(const P &p, uintptr_t pc, K first, K last, V values, KO ko, VO vo)
{
    return reduce_by_key(p, pc, first, last, values, ko, vo, thrust::equal_to<val_t<K>>());
}

/* ---- sorts --------------------------------------------------------------------------------------------- */

/* Memory of the policy's side for the time of a call. */
template <class T> struct scratch {
    T *p = nullptr;
    bool on_host;
    scratch(host_policy, size_t n) : p((T *)malloc(n * sizeof(T) + 1)), on_host(true) {}
    scratch(device_policy, size_t n) : on_host(false)
    {
        check(cudaMalloc((void **)&p, n * sizeof(T) + 1), "thrust::sort");
    }
    scratch(const scratch &) = delete;
    ~scratch()
    {
        if (on_host)
            free((void *)p);
        else
            (void)cudaFree((void *)p);
    }
};

/* Merges runs of doubling length, from the arrays to the scratch and back; ties keep their order. */
template <class K, class V, class TK, class TV, class Less>
void merge_sort(K k, V v, TK *tk, TV *tv, ptrdiff_t n, Less less)
{
    for (ptrdiff_t run = 1; run < n; run *= 2) {
        for (ptrdiff_t at = 0; at < n; at += 2 * run) {
            ptrdiff_t a = at, mid = at + run < n ? at + run : n, b = mid,
                      end = at + 2 * run < n ? at + 2 * run : n;
            for (ptrdiff_t to = at; to < end; to++) {
                bool second = a >= mid || (b < end && less((TK)k[b], (TK)k[a]));
                ptrdiff_t from = second ? b++ : a++;
                new ((void *)&tk[to]) TK(k[from]);
                if constexpr (!std::is_same<V, std::nullptr_t>::value)
                    new ((void *)&tv[to]) TV(v[from]);
            }
        }
        for (ptrdiff_t i = 0; i < n; i++) {
            k[i] = tk[i];
            if constexpr (!std::is_same<V, std::nullptr_t>::value)
                v[i] = tv[i];
        }
    }
}

template <class Less, class K> struct direction { /* 1 up, -1 down, 0 neither is known */
    static constexpr int value = 0;
};
#define SIMT_THRUST_DIRECTION(type, v)                                                                       \
    template <class K> struct direction<type, K> {                                                           \
        static constexpr int value = v;                                                                      \
    };
SIMT_THRUST_DIRECTION(thrust::less<K>, 1)
SIMT_THRUST_DIRECTION(thrust::less<>, 1)
SIMT_THRUST_DIRECTION(std::less<K>, 1)
SIMT_THRUST_DIRECTION(std::less<>, 1)
SIMT_THRUST_DIRECTION(thrust::greater<K>, -1)
SIMT_THRUST_DIRECTION(thrust::greater<>, -1)
SIMT_THRUST_DIRECTION(std::greater<K>, -1)
SIMT_THRUST_DIRECTION(std::greater<>, -1)
#undef SIMT_THRUST_DIRECTION

template <class P, class K, class V, class Less>
void sort_pairs(const P &p, uintptr_t pc, K keys, V values, ptrdiff_t n, Less less)
{
    typedef typename std::iterator_traits<K>::value_type TK;
    constexpr bool pairs = !std::is_same<V, std::nullptr_t>::value;
    typedef std::conditional_t<pairs, V, char *> W;
    typedef typename std::iterator_traits<W>::value_type TV;
    constexpr int way = direction<Less, TK>::value;
    if (n <= 1)
        return;
    if constexpr (std::is_same<P, device_policy>::value && way != 0 && simt::radix_key<TK>() &&
                  std::is_pointer<K>::value &&
                  (!pairs || (std::is_pointer<W>::value && std::is_trivially_copyable<TV>::value))) {
        struct simt_sort s = {};
        s.keys_in = s.keys_out = (void *)keys;
        if constexpr (pairs)
            s.values_in = s.values_out = (void *)values;
        s.n = (size_t)n;
        s.kind = simt::key_kind<TK>();
        s.key_size = sizeof(TK);
        s.value_size = sizeof(TV);
        s.end_bit = 8 * sizeof(TK);
        s.descending = way < 0;
        once(p, "thrust::sort", [=] { ::simt_sort(&s, pc); }, pc);
    } else {
        scratch<TK> tk(p, (size_t)n);
        scratch<TV> tv(p, pairs ? (size_t)n : 0);
        TK *a = tk.p;
        TV *b = tv.p;
        once(p, "thrust::sort", [=] { merge_sort(keys, values, a, b, n, less); }, pc);
    }
}
template <class P, class It, class Less> void sort(const P &p, uintptr_t pc, It first, It last, Less less)
{
    sort_pairs(p, pc, plain_of(first), nullptr, last - first, less);
}
template <class P, class It> void sort(const P &p, uintptr_t pc, It first, It last)
{
    sort(p, pc, first, last, thrust::less<>());
}
template <class P, class It, class... Less>
void stable_sort(const P &p, uintptr_t pc, It first, It last, Less... less)
{
    sort(p, pc, first, last, less...);
}
template <class P, class K, class V, class Less>
void sort_by_key(const P &p, uintptr_t pc, K first, K last, V values, Less less)
{
    sort_pairs(p, pc, plain_of(first), plain_of(values), last - first, less);
}
template <class P, class K, class V> void sort_by_key(const P &p, uintptr_t pc, K first, K last, V values)
{
    sort_by_key(p, pc, first, last, values, thrust::less<>());
}
template <class P, class K, class V, class... Less>
void stable_sort_by_key(const P &p, uintptr_t pc, K first, K last, V values, Less... less)
{
    sort_by_key(p, pc, first, last, values, less...);
}

template <class P, class It, class Q> It stable_partition(const P &p, uintptr_t pc, It first, It last, Q pred)
{
    typedef val_t<It> T;
    ptrdiff_t n = last - first;
    scratch<T> rest(p, (size_t)n);
    T *r = rest.p;
    auto x = plain_of(first);
    return first + value<ptrdiff_t>(p, "thrust::partition", [=]() mutable {
        ptrdiff_t to = 0, others = 0;
        for (ptrdiff_t i = 0; i < n; i++) {
            T v = x[i];
            if (pred(v))
                x[to++] = v;
            else
                new ((void *)&r[others++]) T(v);
        }
        for (ptrdiff_t i = 0; i < others; i++)
            x[to + i] = r[i];
        return to;
    }, pc);
}
template <class P, class It, class Q> It partition(const P &p, uintptr_t pc, It first, It last, Q pred)
{
    return stable_partition(p, pc, first, last, pred);
}

#define SIMT_THRUST_MERGE(name)                                                                              \
    template <class P, class A, class B, class Out>                                                          \
    Out name(const P &p, uintptr_t pc, A first1, A last1, B first2, B last2, Out out)                        \
    {                                                                                                        \
        auto x = plain_of(first1);                                                                           \
        auto y = plain_of(first2);                                                                           \
        auto z = plain_of(out);                                                                              \
        ptrdiff_t n = last1 - first1, m = last2 - first2;                                                    \
        return out + value<ptrdiff_t>(                                                                       \
                         p, "thrust::" #name, [=] { return std::name(x, x + n, y, y + m, z) - z; }, pc);     \
    }
SIMT_THRUST_MERGE(merge)
SIMT_THRUST_MERGE(set_union)
SIMT_THRUST_MERGE(set_intersection)
SIMT_THRUST_MERGE(set_difference)
#undef SIMT_THRUST_MERGE
