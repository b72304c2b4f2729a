// lib_thrust.cu: Thrust: vectors, iterators, algorithms on both sides, with plain pointers and policies.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include "t.h"

static void show(const char *name, const thrust::host_vector<int> &v)
{
    printf("%s:", name);
    for (int x : v)
        printf(" %d", x);
    printf("\n");
}

struct saxpy {
    float a;
    __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};
struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct odd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct add_three {
    template <class Tuple> __host__ __device__ void operator()(Tuple t)
    {
        thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
    }
};
struct point {
    int x, y;
};
struct by_y {
    __host__ __device__ bool operator()(const point &a, const point &b) const { return a.y < b.y; }
};
struct uniform {
    __host__ __device__ float operator()(unsigned i) const
    {
        thrust::default_random_engine g;
        thrust::uniform_real_distribution<float> u(0, 1);
        g.discard(i);
        return u(g);
    }
};

static void vectors(void)
{
    thrust::host_vector<int> h(4);
    h[0] = 14, h[1] = 20, h[2] = 38, h[3] = 46;
    thrust::device_vector<int> d = h;
    d.resize(6, 7);
    d[0] = 99;
    d[1] = d[0] + 1;
    d.push_back(5);
    EQ(d.size(), 7);
    EQ(d[1], 100);
    EQ(d.back(), 5);
    h = d;
    show("vector", h);
    thrust::device_vector<int> e(d.begin() + 1, d.begin() + 4);
    show("part", e);
    d.erase(d.begin() + 1, d.begin() + 3);
    show("erased", d);
    d.swap(e);
    EQ(d == e, 0);
    e = d;
    EQ(d == e, 1);
    int *raw = thrust::raw_pointer_cast(d.data());
    EQ(raw == thrust::raw_pointer_cast(&d[0]), 1);
}

static void elements(void)
{
    thrust::device_vector<int> x(10), y(10), z(10);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), y.begin(), thrust::negate<int>());
    thrust::fill(z.begin(), z.end(), 2);
    thrust::transform(x.begin(), x.end(), z.begin(), y.begin(), thrust::modulus<int>());
    thrust::replace(y.begin(), y.end(), 1, 10);
    show("replaced", y);
    thrust::sequence(x.begin(), x.end(), 5, 3);
    show("sequence", x);
    thrust::device_vector<float> a(8, 1.5f), b(8);
    thrust::sequence(b.begin(), b.end());
    thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), saxpy{2});
    float sum = thrust::reduce(b.begin(), b.end(), 0.0f, thrust::plus<float>());
    EQ(sum, 8 * 3 + 28);
    using namespace thrust::placeholders;
    thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), 2.0f * _1 + _2);
    EQ(thrust::reduce(b.begin(), b.end()), 8 * 6 + 28);
    thrust::device_vector<int> p(4, 3), q(4, 4), r(4, 5), s(4);
    thrust::for_each(
        thrust::make_zip_iterator(thrust::make_tuple(p.begin(), q.begin(), r.begin(), s.begin())),
        thrust::make_zip_iterator(thrust::make_tuple(p.end(), q.end(), r.end(), s.end())), add_three());
    show("zipped", s);
    thrust::device_vector<int> map = std::vector<int>{3, 1, 0, 2}, g(4);
    thrust::gather(map.begin(), map.end(), x.begin(), g.begin());
    show("gathered", g);
    thrust::copy(thrust::make_permutation_iterator(x.begin(), map.begin()),
                 thrust::make_permutation_iterator(x.begin(), map.end()), g.begin());
    show("permuted", g);
}

static void values(void)
{
    const int n = 1000;
    thrust::device_vector<int> x(n);
    thrust::sequence(x.begin(), x.end(), 1);
    EQ(thrust::reduce(x.begin(), x.end()), n * (n + 1) / 2);
    EQ(thrust::reduce(x.begin(), x.end(), 0, thrust::maximum<int>()), n);
    EQ(thrust::transform_reduce(x.begin(), x.begin() + 10, square(), 0, thrust::plus<int>()), 385);
    EQ(thrust::inner_product(x.begin(), x.begin() + 10, x.begin(), 0), 385);
    EQ(thrust::count_if(x.begin(), x.end(), odd()), n / 2);
    EQ(thrust::count(x.begin(), x.end(), 17), 1);
    EQ(thrust::max_element(x.begin(), x.end()) - x.begin(), n - 1);
    EQ(*thrust::min_element(x.begin(), x.end()), 1);
    EQ(thrust::find(x.begin(), x.end(), 77) - x.begin(), 76);
    EQ(thrust::reduce(thrust::make_transform_iterator(x.begin(), square()),
                      thrust::make_transform_iterator(x.begin() + 4, square())), 30);
    thrust::counting_iterator<int> first(0);
    EQ(thrust::reduce(thrust::device, first, first + 100), 4950);
    EQ(thrust::count_if(first, first + 100, odd()), 50);
    /* a float sum that goes wrong when its terms are taken one by one */
    thrust::device_vector<float> tiny(1 << 20, 0.1f);
    float sum = thrust::reduce(tiny.begin(), tiny.end());
    EQ(fabs(sum - 104857.6) < 1, 1);
    thrust::device_vector<float> u(10000);
    thrust::transform(first, first + 10000, u.begin(), uniform());
    sum = thrust::reduce(u.begin(), u.end()) / 10000;
    EQ(sum > 0.48f && sum < 0.52f, 1);
    printf("%.6f %.6f\n", (float)u[1], (float)u[9999]);
}

static void order(void)
{
    thrust::device_vector<int> x = std::vector<int>{3, 1, 4, 1, 5, 9, 2, 6, 5, 3}, y(10);
    thrust::inclusive_scan(x.begin(), x.end(), y.begin());
    show("inclusive", y);
    thrust::exclusive_scan(x.begin(), x.end(), x.begin(), 10);
    show("exclusive in place", x);
    x = std::vector<int>{3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    y.resize(thrust::copy_if(x.begin(), x.end(), y.begin(), odd()) - y.begin());
    show("odd", y);
    y = x;
    y.erase(thrust::remove_if(y.begin(), y.end(), odd()), y.end());
    show("even", y);
    thrust::sort(x.begin(), x.end());
    show("sorted", x);
    x.erase(thrust::unique(x.begin(), x.end()), x.end());
    show("unique", x);
    thrust::sort(x.begin(), x.end(), thrust::greater<int>());
    show("down", x);
    thrust::device_vector<float> k = std::vector<float>{2.5f, -1, 0, -7, 2.5f};
    thrust::device_vector<int> v = std::vector<int>{0, 1, 2, 3, 4};
    thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
    show("values by key", v);
    thrust::device_vector<point> pts = std::vector<point>{{1, 5}, {2, 3}, {3, 5}, {4, 1}};
    thrust::stable_sort(pts.begin(), pts.end(), by_y());
    thrust::host_vector<point> hp = pts;
    for (point p : hp)
        printf("(%d %d)", p.x, p.y);
    printf("\n");
    thrust::device_vector<int> keys = std::vector<int>{1, 3, 3, 3, 2, 2, 1},
                               vals = std::vector<int>{9, 8, 7, 6, 5, 4, 3};
    thrust::device_vector<int> ok(7), ov(7);
    auto end = thrust::reduce_by_key(keys.begin(), keys.end(), vals.begin(), ok.begin(), ov.begin());
    EQ(end.first - ok.begin(), 4);
    ok.resize(4), ov.resize(4);
    show("keys", ok);
    show("sums", ov);
    end = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), ok.begin(),
                                ov.begin());
    show("counts", ov);
}

__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 2;
}
static void pointers(void)
{
    const int n = 100;
    int *raw, host[4] = {4, 3, 2, 1};
    CK(cudaMalloc(&raw, n * sizeof(int)));
    thrust::device_ptr<int> p(raw);
    thrust::sequence(p, p + n);
    twice<<<1, 128>>>(raw, n);
    EQ(thrust::reduce(p, p + n), n * (n - 1));
    EQ(p[7], 14);
    thrust::fill(thrust::device, raw, raw + n, 3);
    EQ(thrust::reduce(thrust::device, raw, raw + n, 1), 301);
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    thrust::sort(thrust::cuda::par.on(s), raw, raw + n);
    CK(cudaStreamDestroy(s));
    thrust::copy(p, p + 2, host);
    thrust::sort(host, host + 4);
    thrust::sort(thrust::host, host, host + 4, thrust::greater<int>());
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    CK(cudaFree(raw));
}

// Sorting needs more memory than the kernel heap of 8 MB has.
static void many()
{
    const int n = 400000;
    thrust::host_vector<unsigned> k(n), v(n);
    for (int i = 0; i < n; i++)
        k[i] = i * 2654435761u;
    thrust::sequence(v.begin(), v.end());
    thrust::device_vector<unsigned> dk = k, dv = v;
    thrust::sort_by_key(dk.begin(), dk.end(), dv.begin());
    thrust::host_vector<unsigned> sorted = dk, from = dv;
    int bad = 0;
    for (int i = 0; i < n; i++)
        bad += (i && sorted[i] < sorted[i - 1]) || k[from[i]] != sorted[i];
    EQ(bad, 0);
}

int main()
{
    many();
    vectors();
    elements();
    values();
    order();
    pointers();
    return t_end();
}
