/* nccl.c: see the script beside it. One process a GPU; the parent never touches CUDA. */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/clock/gpu_driver.h"
#include "lab.h"
#include "runner/ranks/nccl_api.h"
#include "runner/ranks/wall.h"
#include "ridge/frame.h"

enum { ROUNDS = 7, GRID = 264, BLOCK = 512, LEAST_LOG = 20, MOST_LOG = 30, HOST_LOG = 26, LIMIT_S = 150 };
enum { NP = 32, EACH = 4096, TOTAL = NP * EACH, CHECKED = 1000003 };

struct shared {
    struct wall_board board;
    volatile uint32_t came, left;
    double spent[COMM_MAX_RANKS];
    float out[COMM_MAX_RANKS][CHECKED];
};

static struct shared *all;
static int me, P;
static nccl_comm comm;
static void *stream;
static cu_handle add_kernel;

/* a[k] += b[k], four at a time; n counts fours. */
static const char ptx[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry add(.param .u64 pa, .param .u64 pb, .param .u64 pn)\n{\n"
    ".reg .pred %p<2>; .reg .b32 %r<5>; .reg .b64 %d<10>; .reg .f32 %f<9>;\n"
    "ld.param.u64 %d1, [pa]; ld.param.u64 %d2, [pb]; ld.param.u64 %d3, [pn];\n"
    "cvta.to.global.u64 %d1, %d1; cvta.to.global.u64 %d2, %d2;\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mov.u32 %r4, %nctaid.x;\n"
    "mul.wide.u32 %d4, %r1, %r2; cvt.u64.u32 %d5, %r3; add.u64 %d4, %d4, %d5; mul.wide.u32 %d6, %r4, %r2;\n"
    "AGAIN: setp.ge.u64 %p1, %d4, %d3; @%p1 bra DONE;\n"
    "shl.b64 %d7, %d4, 4; add.u64 %d8, %d1, %d7; add.u64 %d9, %d2, %d7;\n"
    "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%d8]; ld.global.v4.f32 {%f5,%f6,%f7,%f8}, [%d9];\n"
    "add.f32 %f1, %f1, %f5; add.f32 %f2, %f2, %f6; add.f32 %f3, %f3, %f7; add.f32 %f4, %f4, %f8;\n"
    "st.global.v4.f32 [%d8], {%f1,%f2,%f3,%f4};\n"
    "add.u64 %d4, %d4, %d6; bra AGAIN;\nDONE: ret;\n}\n";

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "rank %d of %d: %s: %s\n", me, P, what, why);
    _exit(1);
}

static void cuda(int r, const char *what)
{
    if (r)
        give_up(what, gpu_driver_text(r));
}

static void nccl(int r, const char *what)
{
    if (r)
        give_up(what, nccl_text(r));
}

/* All ranks, outside of NCCL. */
static void together(void)
{
    uint32_t round = all->left;
    if (__atomic_add_fetch(&all->came, 1, __ATOMIC_ACQ_REL) == (uint32_t)P) {
        all->came = 0;
        __atomic_add_fetch(&all->left, 1, __ATOMIC_ACQ_REL);
    }
    while (__atomic_load_n(&all->left, __ATOMIC_ACQUIRE) == round)
        sched_yield();
}

/* ---- w07's reference, checked ------------------------------------------------------------------------------ */

/* Both kinds of input are a function of rank and place, so that every rank knows what the sum has to be. */
static float input(int rank, int64_t k)
{
    uint32_t h = (uint32_t)(k * 2654435761u) ^ (uint32_t)(rank * 40503u);
    h ^= h >> 15;
    h *= 2246822519u;
    return (float)(int32_t)(h ^ h >> 13) * 0x1p-31f;
}

static void check(const char *what, int64_t n, double scale)
{
    double worst = 0;
    together();
    for (int64_t k = 0; k < n; k++) {
        double want = 0, size = 0;
        for (int r = 0; r < P; r++) {
            want += (double)input(r, k) * scale;
            size += fabs((double)input(r, k) * scale);
        }
        double off = fabs((double)all->out[me][k] - want);
        if (off > (P + 1) * 0x1p-23 * size)
            give_up(what, "a wrong sum");
        worst = fmax(worst, off);
    }
    if (memcmp(all->out[me], all->out[0], (size_t)n * sizeof(float)))
        give_up(what, "other bits than on rank 0");
    together();
    if (!me)
        printf("  %-28s n %8lld: right on all ranks, the same bits; largest error %.2g\n", what, (long long)n, worst);
}

static void check_ring(int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        all->out[me][k] = input(me, k);
    ring_allreduce(comm_world(), all->out[me], n);
    check("w07's ring_allreduce", n, 1);
}

static void check_library(int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        all->out[me][k] = input(me, k);
    comm_all_reduce(comm_world(), all->out[me], all->out[me], n, COMM_F32, COMM_SUM);
    check("comm_all_reduce", n, 1);
}

ridge_trampoline ridge_call_step;

/* What lab.lua's case "overlap" does: 32 parameters in buckets of two, reverse order, a modelled backward pass. */
static void check_step(void)
{
    static float g[TOTAL];
    int64_t count[NP];
    int32_t order[NP];
    for (int64_t k = 0; k < TOTAL; k++)
        g[k] = input(me, k);
    for (int p = 0; p < NP; p++) {
        count[p] = EACH;
        order[p] = NP - 1 - p;
    }
    struct ridge_frame f = { .buf = { g, count, order, all->out[me] }, .count = { TOTAL, NP, NP, TOTAL } };
    f.i[0] = NP;
    f.i[1] = 1;
    f.i[2] = 8L * EACH;
    f.d[3] = 26;
    f.i[4] = 1;
    double t0 = comm_time();
    ridge_call_step(&f);
    all->spent[me] = comm_time() - t0;
    check("w07's step", TOTAL, 1.0 / P);
    if (!me)
        printf("  %-28s %.2f ms, of which the modelled backward pass is %.2f ms\n", "", all->spent[0] * 1e3,
               TOTAL * 26e-6);
}

/* ---- bus bandwidth ------------------------------------------------------------------------------------------ */

static cu_ptr buffer, incoming;

static cu_ptr part(int k, size_t each)
{
    return buffer + (size_t)((k % P + P) % P) * each;
}

static void step(int out, cu_ptr to, size_t each)
{
    nccl(ncclGroupStart(), "ncclGroupStart");
    nccl(ncclSend((void *)(uintptr_t)part(out, each), each, NCCL_UINT8, (me + 1) % P, comm, stream), "ncclSend");
    nccl(ncclRecv((void *)(uintptr_t)to, each, NCCL_UINT8, (me + P - 1) % P, comm, stream), "ncclRecv");
    nccl(ncclGroupEnd(), "ncclGroupEnd");
}

static void our_ring(size_t each)
{
    for (int s = 0; s < P - 1; s++) {
        step(me - s, incoming, each);
        cu_ptr at = part(me - s - 1, each);
        unsigned long long fours = each / 16;
        void *args[] = { &at, &incoming, &fours };
        cuda(cuLaunchKernel(add_kernel, GRID, 1, 1, BLOCK, 1, 1, 0, stream, args, NULL), "add");
    }
    for (int s = 0; s < P - 1; s++)
        step(me + 1 - s, part(me - s, each), each);
}

static void ncclS(size_t each)
{
    void *at = (void *)(uintptr_t)buffer;
    nccl(ncclAllReduce(at, at, each * (size_t)P / 4, NCCL_FLOAT32, NCCL_SUM, comm, stream), "ncclAllReduce");
}

/* Seconds an all-reduce: the slowest rank's. */
static double timed(void (*f)(size_t), size_t each, int times)
{
    double most = 0;
    together();
    double t0 = wall_clock();
    for (int k = 0; k < times; k++)
        f(each);
    cuda(cuStreamSynchronize(stream), "the stream");
    all->spent[me] = (wall_clock() - t0) / times;
    together();
    for (int r = 0; r < P; r++)
        most = fmax(most, all->spent[r]);
    return most;
}

/* Rank r's buffer is all r + 1 before: afterwards it is their sum, in whole numbers. */
static void prove(void (*f)(size_t), const char *what, size_t each)
{
    float x = (float)(me + 1), want = (float)(P * (P + 1) / 2);
    size_t n = each * (size_t)P / 4;
    float *back = malloc(n * 4);
    for (size_t k = 0; k < n; k++)
        back[k] = x;
    cuda(cuMemcpyHtoD_v2(buffer, back, n * 4), "a copy");
    cuda(cuCtxSynchronize(), "a copy");
    together();
    f(each);
    cuda(cuStreamSynchronize(stream), what);
    cuda(cuMemcpyDtoH_v2(back, buffer, n * 4), "a copy");
    for (size_t k = 0; k < n; k++)
        if (back[k] != want)
            give_up(what, "a wrong sum");
    free(back);
    cuda(cuMemsetD8Async(buffer, 0, n * 4, stream), "memset"); /* zeros stay zeros, however often they are added up */
    cuda(cuStreamSynchronize(stream), "memset");
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, ascending);
    return x[n / 2];
}

static double staged(size_t bytes)
{
    float *x = calloc(1, bytes);
    double best = INFINITY;
    for (int k = 0; k < 3; k++) {
        together();
        double t0 = wall_clock(), most = 0;
        comm_all_reduce(comm_world(), x, x, (int64_t)bytes / 4, COMM_F32, COMM_SUM);
        all->spent[me] = wall_clock() - t0;
        together();
        for (int r = 0; r < P; r++)
            most = fmax(most, all->spent[r]);
        best = fmin(best, most);
        together();
    }
    free(x);
    return best;
}

static void one_size(size_t bytes)
{
    double ring[ROUNDS], lib[ROUNDS], ratio[ROUNDS];
    size_t each = bytes / (size_t)P / 16 * 16, n = each * (size_t)P;
    int times = bytes <= 1u << 24 ? 50 : bytes <= 1u << 27 ? 20 : 5;
    double bus = 2.0 * (P - 1) / P * (double)n * 1e-9;
    prove(our_ring, "our ring", each);
    prove(ncclS, "ncclAllReduce", each);
    timed(our_ring, each, 3);
    timed(ncclS, each, 3);
    for (int k = 0; k < ROUNDS; k++) {
        int first = k % 2; /* each is first in turn */
        for (int q = 0; q < 2; q++)
            if ((q ^ first) == 0)
                ring[k] = timed(our_ring, each, times);
            else
                lib[k] = timed(ncclS, each, times);
        ratio[k] = lib[k] / ring[k];
    }
    double host = bytes <= 1u << HOST_LOG ? bus / staged(n) : 0;
    if (me)
        return;
    printf("  %8.0f  %12.2f  %12.2f  %6.3f", (double)bytes / (1 << 20), bus / median(ring, ROUNDS),
           bus / median(lib, ROUNDS), median(ratio, ROUNDS));
    if (host > 0)
        printf("  %12.2f", host);
    printf("\n");
    fflush(stdout);
}

static void bandwidth(void)
{
    cu_handle module;
    cuda(cuModuleLoadData(&module, ptx), "the kernel");
    cuda(cuModuleGetFunction(&add_kernel, module, "add"), "the kernel");
    cuda(cuMemAlloc_v2(&buffer, (size_t)1 << MOST_LOG), "1 GiB on the GPU");
    cuda(cuMemAlloc_v2(&incoming, ((size_t)1 << MOST_LOG) / (size_t)P), "a part of it");
    if (!me)
        printf("  all-reduce, bus bandwidth 2(P-1)/P n/t in GB/s; medians of %d rounds\n"
               "  %8s  %12s  %12s  %6s  %12s\n", ROUNDS, "MiB", "send/recv", "ncclAllReduce", "ratio", "through host");
    for (int k = LEAST_LOG; k <= MOST_LOG; k += 2)
        one_size((size_t)1 << k);
}

/* ---- processes ----------------------------------------------------------------------------------------------- */

static _Noreturn void be_rank(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (wall_nccl.open(&all->board, &me))
        give_up("its start", wall_why());
    wall_nccl_handles(&comm, &stream);
    ridge_ranks_attach(wall_transport(&wall_nccl, &all->board, me, 1), me, P);
    wall_begin();
    int version = 0;
    ncclGetVersion(&version);
    if (!me)
        printf("P = %d, NCCL %d.%d.%d, sums in the switch %s\n", P, version / 10000, version / 100 % 100, version % 100,
               !strcmp(getenv("NCCL_NVLS_ENABLE"), "0") ? "off" : "as NCCL_NVLS_ENABLE says");
    static const int64_t sizes[] = { 0, 1, 3, 1003, 100003, CHECKED };
    for (int k = 0; k < 6; k++)
        check_ring(sizes[k]);
    check_library(100003);
    check_step();
    if (!getenv("RIDGE_NCCL_CHECK_ONLY"))
        bandwidth();
    ridge_ranks_detach();
    together();
    fflush(stdout);
    _exit(0);
}

static volatile sig_atomic_t late;

static void on_alarm(int sig)
{
    (void)sig;
    late = 1;
}

static int run(void)
{
    pid_t pid[COMM_MAX_RANKS];
    int bad = 0, ready = 0;
    all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return perror("mmap"), 1;
    all->board.ranks = P;
    fflush(NULL);
    for (me = 0; me < P; me++)
        if (!(pid[me] = fork()))
            be_rank();
    alarm(LIMIT_S);
    for (int gone = 0; gone < P && !bad && !late; usleep(1000)) {
        int st;
        for (ready = 0; ready < P && all->board.page[ready].state >= WALL_READY;)
            ready++;
        all->board.go = ready == P;
        if (waitpid(-1, &st, WNOHANG) <= 0)
            continue;
        gone++;
        bad = !WIFEXITED(st) || WEXITSTATUS(st);
    }
    alarm(0);
    for (int r = 0; (bad || late) && r < P; r++) {
        fprintf(stderr, "rank %d: state %u, last call: %s %s\n", r, all->board.page[r].state,
                all->board.page[r].said[0], all->board.page[r].why);
        kill(pid[r], SIGKILL);
    }
    while (wait(NULL) > 0)
        ;
    munmap(all, sizeof *all);
    return bad || late;
}

static int gpus(void)
{
    char path[32];
    int n = 0;
    const char *said = getenv("RIDGE_NCCL_GPUS");
    if (said)
        return atoi(said);
    while (snprintf(path, sizeof path, "/dev/nvidia%d", n) > 0 && !access(path, F_OK))
        n++;
    return n;
}

int main(int argc, char **argv)
{
    struct sigaction a = { .sa_handler = on_alarm };
    sigaction(SIGALRM, &a, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    int have = gpus(), rc = 0, did = 0;
    for (int k = 1; k < argc || (argc == 1 && k <= 2); k++) {
        P = argc == 1 ? 2 * k : atoi(argv[k]);
        if (P < 2 || P > have) {
            printf("P = %d: skipped, this host has %d GPUs\n", P, have);
            continue;
        }
        rc |= run();
        did++;
    }
    return did ? rc : 77;
}
