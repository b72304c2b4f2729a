// count_divergence.cu: how often a warp issues each line, and for how many lanes, by the immediate post-dominator
// rule. Every load below is one request each time its line is issued.
#include "t.h"

// inner trips t(i, l) = (7l + 3i) % 13: over 32 lanes each residue occurs, so the longest is 12; 10 times
// expect nested@inner g_ld_req == 120
// expect nested@outer g_st_req == 10
__global__ void nested(const int *in, int *out)
{
    int l = threadIdx.x, s = 0;
    for (int i = 0; i < 10; i++) {
        int t = (l * 7 + i * 3) % 13;
        for (int j = 0; j < t; j++)
            s += in[(s + j) & 31]; //@inner
        out[l] = s;                //@outer
    }
}
// of any three neighbouring lanes two do not continue, so all 32 trips issue the load
// expect goes_on@load g_ld_req == 32
// expect goes_on@after g_st_req == 1
__global__ void goes_on(const int *in, int *out)
{
    int l = threadIdx.x, s = 0;
    for (int i = 0; i < 32; i++) {
        if ((i + l) % 3 == 0)
            continue;
        s += in[(s + i) & 31]; //@load
    }
    out[l] = s; //@after
}
// lane l leaves in trip l, before its load: lane 31 makes 31 loads; then all 32 store together
// expect breaks@load g_ld_req == 31
// expect breaks@after g_st_req == 1
// expect breaks@after g_st_sec == 4
__global__ void breaks(const int *in, int *out)
{
    int l = threadIdx.x, s = 0;
    for (int i = 0; i < 100; i++) {
        if (i == l)
            break;
        s += in[(s + i) & 31]; //@load
    }
    out[l] = s; //@after
}
// four cases of 8 lanes, each issued in each of 8 trips
// expect cases@c0 g_ld_req == 8
// expect cases@c1 g_ld_req == 8
// expect cases@c2 g_ld_req == 8
// expect cases@c3 g_ld_req == 8
// expect cases@after g_st_req == 8
__global__ void cases(const int *in, int *out)
{
    int l = threadIdx.x, s = 0;
    for (int i = 0; i < 8; i++) {
        switch ((l + i) & 3) {
        case 0: s += in[s & 31]; break;         //@c0
        case 1: s ^= in[(s + 1) & 31]; break;   //@c1
        case 2: s -= in[(s + 2) & 31] * 3; break; //@c2
        default: s += in[(s + 3) & 31] & 5; break; //@c3
        }
        out[l] = s; //@after
    }
}
// lane l returns after the trip in which s > limit: the longest of them runs all 16
// expect returns@load g_ld_req == 16
// expect returns@after g_st_req == 1
__global__ void returns(const int *in, int *out)
{
    int l = threadIdx.x, s = 0;
    for (int i = 0; i < 16; i++) {
        s += in[i]; //@load
        if (s > 100 + l * 100)
            return;
    }
    out[l] = s; //@after
}
// odd and even lanes take turns: two requests of 16 lanes, over 4 sectors each; together again after
// expect sides@odd g_ld_req == 1
// expect sides@odd g_ld_sec == 4
// expect sides@odd g_ld_eff == 0.5
// expect sides@even g_ld_sec == 4
// expect sides@after g_st_sec == 4
// expect sides br_eff < 1
// expect sides act_thr < 32
// expect sides act_thr >= 16
__global__ void sides(const int *in, int *out)
{
    int l = threadIdx.x, s;
    if (l & 1)
        s = in[l] * 3; //@odd
    else
        s = in[l] - 7; //@even
    out[l] = s; //@after
}
// whole warps on one side each: nothing is lost
// expect uniform act_thr == 32
// expect uniform@odd g_ld_req == 2
// expect uniform@even g_ld_req == 2
__global__ void uniform(const int *in, int *out)
{
    int l = threadIdx.x, s;
    if ((l >> 5) & 1)
        s = in[l] * 3; //@odd
    else
        s = in[l] - 7; //@even
    out[l] = s;
}
// both conditions hold together in trip i for lanes that vary: line `out` is issued for all 32 each time
// expect both@after g_st_req == 16
// expect both@after g_st_sec == 64
__global__ void both(const int *in, int *out)
{
    int l = threadIdx.x, s = 0;
    for (int i = 0; i < 16; i++) {
        if (in[(l + i) & 31] > 10 && in[(l * 3 + i) & 31] < 20)
            s += in[(s + i) & 31];
        out[l] = s; //@after
    }
}
__device__ __noinline__ int helper(const int *in, int x) { return in[x & 31]; } //@helper
// two call sites are two issues of the function's load, 16 lanes each
// expect calls@helper g_ld_req == 2
// expect calls@after g_st_req == 1
__global__ void calls(const int *in, int *out)
{
    int l = threadIdx.x, s = l;
    if (l & 1)
        s += helper(in, s);
    else
        s -= helper(in, s + 5);
    out[l] = s; //@after
}
// trips = lane + 1: the load is issued 32 times for 32, 31 ... 1 lanes
// expect ramp@load g_ld_req == 32
__global__ void ramp(const int *in, int *out)
{
    int l = threadIdx.x, s = 0;
    for (int i = 0; i <= l; i++)
        s += in[(i + l) & 31]; //@load
    out[l] = s;
}
// blocks of 16 and of 48 threads, no branch: 16; (32 + 16) / 2
// expect small#1 act_thr == 16
// expect small#2 act_thr == 24
__global__ void small(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] + 1; }

static int host_in(int i) { return i * 37 % 32; }

int main()
{
    int *in = t_dev<int>(128, [](int i) { return host_in(i & 31); }), *o = t_dev<int>(128);
    nested<<<1, 32>>>(in, o);
    goes_on<<<1, 32>>>(in, o);
    breaks<<<1, 32>>>(in, o);
    cases<<<1, 32>>>(in, o);
    returns<<<1, 32>>>(in, o);
    sides<<<1, 32>>>(in, o);
    t_is("sides", o, 32, [](int i) { return i & 1 ? host_in(i) * 3 : host_in(i) - 7; });
    uniform<<<1, 128>>>(in, o);
    both<<<1, 32>>>(in, o);
    calls<<<1, 32>>>(in, o);
    t_is("calls", o, 32, [](int i) { return i & 1 ? i + host_in(i) : i - host_in((i + 5) & 31); });
    ramp<<<1, 32>>>(in, o);
    small<<<1, 16>>>(in, o);
    small<<<1, 48>>>(in, o);
    return t_end();
}
