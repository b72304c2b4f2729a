// lang_struct.cu: what the rewriter puts into structs of plain data changes nothing that a program can see.
#include <cstddef>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "t.h"

struct __align__(16) four {
    float x, y, z, w;
};
struct three {
    float x, y, z;
};
typedef struct __align__(8) {
    int key, value;
} slot;
struct alignas(16) mixed {
    float a;
    int b;
    union {
        double d;
        float2 f;
    };
    __host__ __device__ mixed operator-() const { return { -a, -b, { -d } }; }
};
template <class T, int N> struct alignas(sizeof(T) * N) many {
    T v[N];
};
struct ctor {
    int n;
    __host__ __device__ ctor(int a) : n(a) {}
    ctor() = default;
};
class hidden {
    int n;

public:
    __host__ __device__ void set(int a) { n = a; }
    __host__ __device__ int get() const { return n; }
};
struct alignas(16) constant {
    int a, b, c, d;
    constexpr constant(int n) : a(n), b(n), c(n), d(n) {}
};
struct alignas(64) worker { // can only be moved
    int id;
    std::unique_ptr<int> p;
    std::thread t;
};
struct moves {
    std::unique_ptr<int, void (*)(int *)> p;
};
struct fixed {
    const int n;
    int m;
};
extern "C" {
struct __align__(8) from_c {
    int a, b;
};
}

template <class T> constexpr bool plain()
{
    return std::is_trivial_v<T> && std::is_standard_layout_v<T> && std::is_trivially_copyable_v<T> &&
           std::is_trivially_copy_assignable_v<T>;
}
static_assert(plain<four>() && plain<three>() && plain<slot>() && plain<mixed>() && plain<many<short, 4>>() &&
              plain<from_c>() && plain<hidden>());
static_assert(std::is_aggregate_v<four> && std::is_aggregate_v<three> && std::is_aggregate_v<slot> &&
              std::is_aggregate_v<mixed> && std::is_aggregate_v<many<float, 4>>);
static_assert(sizeof(four) == 16 && alignof(four) == 16 && sizeof(three) == 12 && alignof(three) == 4 &&
              sizeof(slot) == 8 && sizeof(many<float, 4>) == 16 && offsetof(four, w) == 12 && sizeof(constant) == 16);
static_assert(!std::is_copy_assignable_v<fixed> && !std::is_copy_assignable_v<worker> &&
              std::is_move_assignable_v<worker> && std::is_nothrow_move_constructible_v<worker>);
constexpr four k4 = { 1, 2, 3 };
constexpr three k3 = { 1, 2, 3 };
static_assert(k4.y + four{ 5 }.x + k3.z == 10 && k4.w == 0 && constant(3).d == 3);
constexpr three changed()
{
    three t = k3;
    t = { 4, 5, 6 };
    t = three{ t.x, 7, t.z };
    return t;
}
static_assert(changed().x + changed().y + changed().z == 17);

union either { // holds only what is trivial
    four f;
    three t;
    slot s;
};
__device__ four table[2] = { 1, 2, 3, 4, 5, 6, 7, 8 };
__constant__ three fixed_table[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
__device__ three noted(float x) { return { x, x + 1, x * x }; }

__global__ void all(four *f, three *t, slot *s, many<float, 4> *m, ctor *c, int *n)
{
    struct __align__(8) local {
        int a, b;
    };
    __shared__ local l[32];
    __shared__ hidden h;
    int i = threadIdx.x;
    l[i] = local{ i, 2 * i };
    if (i == 0)
        h.set(7);
    __syncthreads();
    local mine = l[31 - i];
    f[i] = table[i % 2];
    f[i].x += k4.x;
    t[i] = fixed_table[i % 2];
    t[i] = noted(t[i].z);
    s[i] = slot{ mine.a, mine.b };
    four v[2] = { 1, 2, 3, 4, 5 };
    m[i] = { { v[0].x, v[1].x, v[0].w, (-mixed{ 1, i }).b * 1.0f } };
    c[i] = i;
    n[i] = h.get() + c[i].n;
    c[i] = ctor{ i * 2 };
}

int main()
{
    four *f = t_dev<four>(32);
    three *t = t_dev<three>(32);
    slot *s = t_dev<slot>(32);
    auto *m = t_dev<many<float, 4>>(32);
    ctor *c = t_dev<ctor>(32);
    int *n = t_dev<int>(32);
    all<<<1, 32>>>(f, t, s, m, c, n);
    t_is("four", (float *)f, 128, [](int i) { return i % 8 + 1.0f + (i % 4 == 0); });
    t_is("three", (float *)t, 96, [](int i) {
        float z = i / 3 % 2 ? 6.0f : 3.0f;
        return i % 3 == 0 ? z : i % 3 == 1 ? z + 1 : z * z;
    });
    t_is("slot", (int *)s, 64, [](int i) { return (31 - i / 2) * (i % 2 + 1); });
    t_is("many", (float *)m, 128, [](int i) { return i % 4 == 0 ? 1.0f : i % 4 == 1 ? 5.0f : i % 4 == 2 ? 4.0f : -(i / 4) * 1.0f; });
    t_is("ctor", (int *)c, 32, [](int i) { return 2 * i; });
    t_is("hidden", n, 32, [](int i) { return 7 + i; });
    std::vector<worker> w(2);
    w[1] = worker{ 4, std::make_unique<int>(5), {} };
    w.push_back(worker{});
    moves a{ { nullptr, nullptr } };
    a = moves{ { nullptr, nullptr } };
    either e;
    e.f = k4;
    e.t = changed();
    EQ(*w[1].p + w[1].id + w.size() + e.t.y, 19);
    from_c q = { 1, 2 }, r;
    r = q;
    r = from_c{ q.b, r.a };
    EQ(r.a * 10 + r.b, 21);
    return t_end();
}
