#!/bin/sh
# `ridge simt` as someone with a CUDA program meets it: TAP, one row a promise. Needs RIDGE (the binary).
set -u
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
RIDGE=$(realpath "$1") src=$(realpath "$2")
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="$tmp/cache" XDG_DATA_HOME="$tmp/data" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 COLUMNS=300
unset CXX RIDGE_ROOT || :
mkdir -p "$HOME" "$tmp/w"
cd "$tmp/w" || exit 99

ridge() {
    "$RIDGE" simt "$@"
}

# json NAME python-expression args…: stdout is one document d for which the expression holds
json() {
    name=$1 expr=$2
    shift 2
    "$RIDGE" simt --json "$@" >"$tmp/out.json" 2>"$tmp/err.txt" </dev/null
    code=$?
    again "$name" "$expr"
}

# again NAME python-expression: of the document that json had last
again() {
    detail=$(python3 - "$tmp/out.json" "$2" "$code" "$tmp/err.txt" <<'PY' 2>&1
import json, sys
d = json.load(open(sys.argv[1]))
code, err = int(sys.argv[3]), open(sys.argv[4]).read()
c = d["launches"][0]["counters"] if d.get("launches") else {}
if not eval(sys.argv[2]):
    print(json.dumps(d)[:1500]); sys.exit(1)
PY
    )
    row $? "$1" "$detail $(cat "$tmp/err.txt")"
}

cat >good.cu <<'CU'
#include <cstdio>
#include <cstdlib>
__global__ void copy_columns(const float *in, float *out, int n)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[x * n + y] = in[y * n + x] * 2;
}
int main(int argc, char **argv)
{
    const int n = 32;
    float h[n * n], *in, *out;
    for (int k = 0; k < n * n; k++)
        h[k] = k;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    copy_columns<<<n, n>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("h[1] = %g, %d arguments, last %s\n", h[1], argc, argv[argc - 1]);
    cudaFree(in);
    cudaFree(out);
#ifdef STATUS
    return STATUS;
#else
    return 0;
#endif
}
CU

# --- a program and its table
run 0 "a program runs, and its output is there" "h\[1\] = 64" good.cu
run 0 "the table has its counters" "g_st_spr +sectors a global store request +32.00" good.cu
run 0 "the cost is said in words" "Global stores use 12.5 % of the bytes they move: 32 sectors of 32 bytes a request" good.cu
run 0 "and with the line, on this one or the next" "\(good.cu:6\)[.]$" good.cu
run 0 "and its place under the roof" "FLOP for each byte that its requests move; the ridge of an H100 is at 20" good.cu
run 0 "arguments after --" "3 arguments, last --json" good.cu -- -x --json
run 0 "the source with counters in the margin" " 32\.00 .* 6 +out\[x" good.cu --source
run 0 "another GPU" "A100" good.cu --arch a100
run 0 "warps of 64 lanes" "h\[1\] = 64" good.cu --arch wave64
run 0 "results only" "Not traced" good.cu --no-trace
run 7 "its exit status is ridge's" "exit code is 7" good.cu -D STATUS=7
json "the document" 'code == 0 and d["schema"] == "ridge.simt/1" and d["exit_code"] == 0 and d["signal"] is None and d["errors"] == [] and d["launches"][0]["kernel"] == "copy_columns" and d["launches"][0]["grid"] == [32, 1, 1] and d["launches"][0]["sampled"] is None' good.cu
json "its counters" 'c["g_ld_req"] == 32 and c["g_ld_sec"] == 128 and c["g_ld_spr"] == 4 and c["g_ld_eff"] == 1 and c["g_st_sec"] == 1024 and c["g_st_eff"] == 0.125 and c["flops"] == 1024 and c["act_thr"] == 32' good.cu
json "its lines" 'any(l["file"] == "good.cu" and l["line"] == 6 and l["function"] == "copy_columns" and l["g_st_sec"] == 1024 for l in d["launches"][0]["lines"])' good.cu
json "the program's output goes to standard error then" '"h[1] = 64" in err' good.cu
LC_ALL=C COLUMNS=20 "$RIDGE" simt good.cu --source 2>/dev/null | sed '/^h\[1\]/d' | awk 'length($0) > 20 { print; bad = 1 } END { exit bad }' >"$tmp/wide.txt"
row $? "nothing is wider than a terminal of twenty columns" "$(cat "$tmp/wide.txt")"
LC_ALL=C "$RIDGE" simt good.cu --source 2>&1 | LC_ALL=C grep -q '[^ -~]'
[ $? -eq 1 ]
row $? "ASCII where the locale is"

# --- what a GPU has not
cat >hopper.cu <<'CU'
#ifdef PAIRS
__global__ void __cluster_dims__(2, 1, 1) k(float *out) { out[threadIdx.x] = 1; }
#else
__global__ void k(float *out)
{
    float d[4] = {};
    unsigned long long a = 0, b = 0;
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
    out[threadIdx.x] = d[0];
}
#endif
int main()
{
    float *out;
    cudaMalloc(&out, 512);
    k<<<2, 128>>>(out);
    cudaFree(out);
}
CU
run 3 "code for sm_90a on an older GPU: which have it" "hopper.cu:8:.*wgmma[^ ]* needs sm_90a.*h100 and h200 have it" \
    hopper.cu --arch a100
run 1 "a cluster there fails its launch, and says why" "clusters need a device of compute" hopper.cu --arch a100 -D PAIRS

# --- several sources
mkdir -p inc
echo '#define TWICE(x) ((x) + (x))
__device__ int from_header(int x);' >inc/twice.h
printf '#include "twice.h"\n__device__ int from_header(int x) { return TWICE(x); }\n' >lib.cu
printf 'extern "C" int from_c(int x);\nint from_cpp(int x) { return from_c(x) + 1; }\n' >host.cpp
printf 'int from_c(int x) { return x + 1; }\n' >plain.c
cat >main.cu <<'CU'
#include <cstdio>
#include <twice.h>
int from_cpp(int x);
__global__ void k(int *p) { *p = from_header(20); }
int main()
{
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d\n", from_cpp(*p));
    cudaFree(p);
}
CU
run 0 "CUDA, C++ and C together, headers by -I" "^42$" main.cu lib.cu host.cpp plain.c -I inc
echo '#define TWICE(x) ((x) * 3)
__device__ int from_header(int x);' >inc/twice.h
run 0 "a header that changed is seen" "^62$" main.cu lib.cu host.cpp plain.c -I inc

# --- mistakes
cat >race.cu <<'CU'
__global__ void shift(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[63 - threadIdx.x];
}
int main()
{
    int *p;
    cudaMalloc(&p, 64 * 4);
    shift<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
CU
run 1 "a race: the line, the kernel" "ERROR: race in shift at race.cu:5" race.cu
run 1 "the statement underlined" "^ +\| +\^~~~" race.cu
run 1 "what to do about it" "__syncthreads" race.cu
sed 's/63/31/; s/1, 64/1, 32/' race.cu >lanes.cu
run 1 "within a warp each of two barriers would do" "no __syncwarp[(][)] or" lanes.cu
json "a race in the document" 'code == 1 and any(e["kind"] == "race" and e["line"] == 5 and e["other"]["line"] == 4 for e in d["launches"][0]["errors"]) and c["race"] > 0' race.cu
printf '__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main()\n{\n    int *p;\n    cudaMalloc(&p, 100);\n    k<<<1, 32>>>(p);\n    cudaDeviceSynchronize();\n    cudaFree(p);\n}\n' >oob.cu
run 1 "out of bounds: the allocation" "past the end of the 100-byte" oob.cu
printf 'int main()\n{\n    int *p;\n    cudaMalloc(&p, 100);\n}\n' >leak.cu
run 0 "a leak is a warning" "warning: leak at leak.cu:4" leak.cu
cat >order.cu <<'CU'
#include <cstdio>
__global__ void k(int *p) { atomicExch(p, threadIdx.x); }
int main()
{
    int *p, h = 0;
    cudaMalloc(&p, 4);
    k<<<1, 256>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(p);
}
CU
run 1 "a result that depends on the order of threads" "of 4 schedules give another output" order.cu --schedules 4
printf '#include <cstdio>\n__global__ void k(int *p) { atomicExch(p, blockIdx.x); }\nint main()\n{\n    int *p, h;\n    cudaMalloc(&p, 4);\n    cudaMemset(p, 0, 4);\n    k<<<8, 1>>>(p);\n    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);\n    printf("%%d\\n", h);\n    cudaFree(p);\n}\n' >blocks.cu
run 1 "one that depends on the order of blocks" "1 of 2 schedules give another output" blocks.cu --schedules 2
cat >early.cu <<'CU'
#include <cuda/barrier>
__global__ void k(int *p)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0)
        init(&bar, 64);
    bar.arrive_and_wait();
    p[threadIdx.x] = 1;
}
int main()
{
    int *p;
    cudaMalloc(&p, 64 * 4);
    k<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
CU
json "a second line of a mistake that is told is no new error of a seed" 'any(e["kind"] == "race" for e in d["launches"][0]["errors"]) and not any(s["new_errors"] for s in d["schedules"]) and any(s["exit_code"] == 0 for s in d["schedules"])' early.cu --schedules 2 --timeout 1
json "nor is that threads hang by it, or meet at another barrier" 'any(e["kind"] == "divergent-barrier" for e in d["launches"][0]["errors"]) and len(d["schedules"]) == 2 and not any(s["new_errors"] for s in d["schedules"])' "$src/tests/simt/twin_protocol.cu" --schedules 2 --timeout 1 -- counts 1
json "nor what else meets a copy that nobody waits for" '[e["kind"] for e in d["launches"][0]["errors"]] == ["async-hazard"] and len(d["schedules"]) == 4 and not any(s["new_errors"] for s in d["schedules"])' "$src/tests/simt/bug_hopper.cu" --schedules 4 -- no_wait
json "nor a copy whose mbarrier nobody initialised" '[e["kind"] for e in d["launches"][0]["errors"]] == ["mbarrier-init"] and len(d["schedules"]) == 2 and not any(s["new_errors"] for s in d["schedules"])' "$src/tests/simt/bug_hopper.cu" --schedules 2 -- never_init
cat >hangs.cu <<'CU'
#include <cstdio>
__global__ void k()
{
    __shared__ volatile int never;
    never = 0;
    __syncthreads();
    while (threadIdx.x == 0 && never == 0)
        ;
}
int main()
{
    FILE *f = fopen("runs", "a");
    fputs("x", f);
    fclose(f);
    k<<<1, 32>>>();
    cudaDeviceSynchronize();
}
CU
json "one that hangs in any order is run once a seed" 'any(e["kind"] == "deadlock" for e in d["launches"][0]["errors"]) and not any(s["new_errors"] for s in d["schedules"]) and open("runs").read() == "xxx"' hangs.cu --schedules 2
cat >tile.cuh <<'CU'
template <class T> __device__ T before(T *o, int n)
{
    T t[2][4];
    for (int i = 0; i < 4; i++)
        t[0][i] = t[1][i] = o[i];
    return t[1][n - 5];
}
CU
cat >locals.cu <<'CU'
#include "tile.cuh"
__global__ void here(float *o, int n)
{
    float a[4] = { 1, 2, 3, 4 };
    o[threadIdx.x] = a[n - 6];
}
__global__ void there(float *o, int n) { o[threadIdx.x] = before(o, n); }
int main(int argc, char **)
{
    float *o;
    cudaMalloc(&o, 128);
    cudaMemset(o, 0, 128);
    argc > 1 ? here<<<1, 32>>>(o, 4) : there<<<1, 32>>>(o, 4);
    cudaDeviceSynchronize();
    cudaFree(o);
}
CU
json "an index below a local array, in a file named from here" '[(e["kind"], e["line"]) for e in d["launches"][0]["errors"]] == [("local-array", 5)]' locals.cu -- x
json "and in a header" '[(e["kind"], e["file"], e["line"]) for e in d["launches"][0]["errors"]] == [("local-array", "tile.cuh", 6)]' locals.cu
run 0 "one that does not" "3 schedules give the same output" good.cu --schedules 3
printf '#include <cstdlib>\nint main() { abort(); }\n' >die.cu
run 4 "it died of a signal" "SIGABRT" die.cu
sed 's/never == 0)/never == 0 || threadIdx.x)/' hangs.cu >works.cu
rm runs
json "one that is not done in its time has a tenth of it under a seed" 'any(e["kind"] == "timeout" for e in d["launches"][0]["errors"]) and [s.get("ended_early_s") for s in d["schedules"]] == [.1, .1, .1] and not any(s["new_errors"] for s in d["schedules"]) and open("runs").read() == "xxxx"' works.cu --schedules 3 --timeout 1
run 1 "and is not said to give another output" "3 of 3 schedules were ended after 0.1 s" works.cu --schedules 3 --timeout 1
printf '__global__ void k() { for (;;) ; }\nint main() { k<<<1, 1>>>(); return cudaDeviceSynchronize() ? 0 : 9; }\n' >endless.cu
run 1 "an endless kernel ends" "timeout" endless.cu --timeout 1
cat >fences.cu <<'CU'
__global__ void k() { for (;;) __threadfence(); }
int main() { k<<<4, 64>>>(); return cudaDeviceSynchronize() != cudaErrorLaunchTimeout; }
CU
run 1 "one of fences, too, where nothing is traced" "timeout" fences.cu --timeout 1 --no-trace
# it stands still in the midst of its kernel for longer than the limit: a busy machine would keep it so
cat >kept.cu <<'CU'
#include <csignal>
#include <cstdio>
#include <ctime>
#include <sys/mman.h>
#include <unistd.h>
__global__ void k(volatile int *said)
{
    said[0] = 1;
    while (!said[1])
        __threadfence();
}
int main()
{
    volatile int *said = (volatile int *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        timespec t = { 3, 0 };
        while (!said[0])
            usleep(1000);
        kill(getppid(), SIGSTOP);
        nanosleep(&t, nullptr);
        kill(getppid(), SIGCONT);
        usleep(200000); /* the limit on the wall clock would be seen */
        said[1] = 1;
        _exit(0);
    }
    k<<<1, 1>>>(said);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
CU
run 0 "who is kept from the processors is not slow" "^no error" kept.cu --timeout 2 --no-trace

# --- what does not compile
printf '__global__ void k() { asm volatile("tcgen05.fence::before_thread_sync;"); }\nint main() { k<<<1, 32>>>(); }\n' >later.cu
run 3 "an instruction of a later GPU is refused by name" "tcgen05.* is not emulated" later.cu
printf '\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main() { int *p; cudaMalloc(&p, 4); k<<<1, 2>>>(p); cudaDeviceSynchronize(); }\n' >empty.cu
run 1 "a source that begins with an empty line" "out-of-bounds" empty.cu
printf 'texture<float> t;\nint main() {}\n' >old.cu
run 3 "what was removed from CUDA, and what to take" "take a texture object" old.cu
mkdir toolkit
printf '#error "anything"\n' >toolkit/cusparse.h
: >toolkit/cuda_runtime_api.h
printf '#include <cusparse.h>\nint main() {}\n' >sparse.cu
run 3 "a header of an installed toolkit that is not emulated" "<cusparse.h> is not emulated" sparse.cu --include "$PWD/toolkit"
run 3 "and hundreds of its errors are not shown" "^error: <cusparse.h>" sparse.cu --include "$PWD/toolkit"
printf 'int main()\n{\n    return nothing;\n}\n' >bad.cu
run 3 "a mistake: the user's file and line" "bad.cu:3:[0-9]+: error" bad.cu
printf 'void f(int);\nint main()\n{\n    f(1);\n}\n' >undef.cu
run 3 "a function that nobody defines" "undefined: f\(int\)" undef.cu
printf '#include "none.h"\nint main() {}\n' >nohead.cu
run 3 "a header that is not there" "name its directory with -I" nohead.cu
run 2 "a file that is not there" "nosuch.cu: No such file" nosuch.cu
run 2 "a file that is not there and has a telling name" "compiler.cu: No such file" compiler.cu
run 2 "an unknown GPU" "h100, h200, a100, rtx4090 or wave64" good.cu --arch z80
run 2 "an unknown standard" "c\+\+17" good.cu --std c99
run 2 "one that is too old for the emulator" "c\+\+17" good.cu --std c++14
run 2 "no file" "form: .ridge simt FILE"
CXX=nosuchcxx run 3 "no compiler: what to do" "CXX names it" good.cu
out=$("$RIDGE" list --arch h100 2>&1)
[ $? -eq 2 ] && printf '%s' "$out" | grep -q "does not take --arch"
row $? "another command does not take its options" "$out"

if command -v clang++ >/dev/null; then
    CXX=clang++ run 0 "clang++ will do" "g_st_spr +sectors a global store request +32.00" good.cu
fi

# --- the cache
before=$(find "$XDG_CACHE_HOME/ridge/simt" -name '*.prog' | wc -l)
run 0 "again, from the cache" "h\[1\] = 64" good.cu
run 0 "with headers, from the cache" "^62$" main.cu lib.cu host.cpp plain.c -I inc
[ "$before" -gt 0 ] && [ "$(find "$XDG_CACHE_HOME/ridge/simt" -name '*.prog' | wc -l)" -eq "$before" ]
row $? "nothing was compiled again"
"$RIDGE" simt --time h200 good.cu >/dev/null 2>&1
before=$(find "$XDG_CACHE_HOME/ridge/simt" -name '*.map' -printf '%p %i\n' | sort)
run 0 "a time, again" "Estimated time on h200" --time h200 good.cu
[ -n "$before" ] && [ "$(find "$XDG_CACHE_HOME/ridge/simt" -name '*.map' -printf '%p %i\n' | sort)" = "$before" ]
row $? "for which nothing is disassembled again" "$before"
[ -z "$(find "$XDG_CACHE_HOME/ridge/simt" -name '*.gch' -size +64M)" ]
row $? "the precompiled headers are small: nothing has pulled in <immintrin.h>"
echo '// two at once' >>good.cu
"$RIDGE" simt good.cu >"$tmp/a.txt" 2>&1 &
"$RIDGE" simt good.cu >"$tmp/b.txt" 2>&1
wait $!
grep -q "h\[1\] = 64" "$tmp/a.txt" && cmp -s "$tmp/a.txt" "$tmp/b.txt"
row $? "two builds at once" "$(cat "$tmp/a.txt" "$tmp/b.txt")"
XDG_CACHE_HOME=/proc/none run 0 "no cache: it only takes longer" "h\[1\] = 64" good.cu
mkdir -p "$tmp/t"
TMPDIR=$tmp/t run 0 "a temporary folder of one's own" "h\[1\] = 64" good.cu
[ -z "$(ls -A "$tmp/t")" ]
row $? "is empty afterwards" "$(ls -A "$tmp/t")"
run 0 "--keep leaves everything" "h\[1\] = 64" good.cu --keep kept
[ -x kept/prog ] && [ -s kept/report.json ] && [ -s kept/raw.jsonl ]
row $? "program, record and report" "$(ls kept)"

# --- an estimated time
json "--time: an estimate with its interval and what binds, on that GPU" \
    "code == 0 and all(set(l['time']) == {'us', 'lo', 'hi', 'bound'} and 0 < l['time']['lo'] < l['time']['us'] < \
l['time']['hi'] and l['time']['bound'] for l in d['launches'])" good.cu --time h200
"$RIDGE" simt --json good.cu --time h200 --workers 1 2>/dev/null >"$tmp/again.json" </dev/null
cmp -s "$tmp/out.json" "$tmp/again.json"
row $? "the same with one host thread"
cat >"$tmp/turns.cu" <<'CU'
template <class T> __global__ void add(T *o) { atomicAdd(o, T(1)); }
template <class T> __global__ void spread(T *o, unsigned mask) { atomicAdd(&o[threadIdx.x & mask], T(1)); }
template <class T> __global__ void take(T *o, T *to) { to[threadIdx.x] = atomicAdd(o, T(1)); }
int main()
{
    float *f;
    cudaMalloc(&f, 4096);
    cudaMemset(f, 0, 4096);
    add<<<1024, 256>>>((int *)f);
    add<<<1024, 256>>>(f);
    take<<<1024, 256>>>(f, f + 1);
    spread<<<1024, 256>>>((int *)f, 0);
    cudaDeviceSynchronize();
    cudaFree(f);
}
CU
json "--time: floats added to one word take turns, integers are one addition a warp" \
    "(lambda t: t[1] > 10 * t[0] and t[2] > 10 * t[0])([l['time']['us'] for l in d['launches']])" "$tmp/turns.cu" --time h200
json "--time: so do integers, where the lanes choose the word" \
    "(lambda t: t[3] > 10 * t[0])([l['time']['us'] for l in d['launches']])" "$tmp/turns.cu" --time h200
cat >"$tmp/waits.cu" <<'CU'
template <class T> __global__ void add(const T *a, T *o, int words)
{
    __shared__ T s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 16; k++)
        atomicAdd(&s[threadIdx.x % words], a[threadIdx.x]);
    __syncthreads();
    o[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
struct node {
    int next;
    float value;
};
__global__ void walk(const node *list, float *o, int apart, int steps)
{
    int at = threadIdx.x * apart;
    float sum = 0;
    for (int k = 0; k < steps; k++) {
        sum += list[at].value;
        at = list[at].next;
    }
    o[threadIdx.x] = sum;
}
__global__ void largest(const float *a, float *o, int n)
{
    float m = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        m = fmaxf(m, a[i]);
    o[blockIdx.x * blockDim.x + threadIdx.x] = m;
}
__global__ void runs(float *o, int each)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int k = 0; k < each; k++)
        o[i + k] = k;
}
__global__ void columns(float *o)
{
    o[threadIdx.x * 4096 + blockIdx.x] = 1;
}
__global__ void bump(float *o)
{
    o[(blockIdx.x * blockDim.x + threadIdx.x) * 8] += 1;
}
__global__ void drop(float *o)
{
    o[(blockIdx.x * blockDim.x + threadIdx.x) * 8] = 1;
}
static node list[1 << 17];
int main()
{
    char *a;
    cudaMalloc(&a, 1 << 25);
    cudaMemset(a, 0, 1 << 25);
    float *f = (float *)a, *o = f + (1 << 21);
    add<<<132, 256>>>(f, o, 1);
    add<<<132, 256>>>((int *)f, (int *)o, 1);
    add<<<132, 256>>>(f, o, 256);
    for (int i = 0; i < 1 << 17; i++)
        list[i] = {i + 16 & (1 << 17) - 1, 1.0f};
    cudaMemcpy(a, list, sizeof list, cudaMemcpyHostToDevice);
    walk<<<1, 1>>>((node *)a, o, 4096, 128);
    walk<<<1, 32>>>((node *)a, o, 4096, 128);
    largest<<<4, 256>>>(f, o, 1 << 17);
    cudaMemset(a, 0, 1 << 25);
    runs<<<512, 256>>>(o, 16);
    columns<<<4096, 512>>>(o);
    bump<<<2048, 256>>>(o);
    drop<<<2048, 256>>>(o);
    add<<<4, 256>>>((unsigned long long *)a, (unsigned long long *)o, 1);
    cudaDeviceSynchronize();
    cudaFree(a);
}
CU
json "--time: floats added to a word of shared memory take turns, integers are one addition" \
    "(lambda t: t[0] > 5 * t[1])([l['time']['us'] for l in d['launches']])" "$tmp/waits.cu" --time h200
again "--time: floats added to words of their own do not" \
    "(lambda t: t[0] > 5 * t[2])([l['time']['us'] for l in d['launches']])"
again "--time: integers of 64 bits take turns as floats do" \
    "(lambda t: t[-1] > 5 * t[1])([l['time']['us'] for l in d['launches']])"
again "--time: a list goes on once its node is there, not when a part of it is" \
    "30 < d['launches'][3]['time']['us'] < 60"
again "--time: of many places in memory, the last one is waited for" \
    "(lambda t: 1.4 < t[4] / t[3] < 2.5)([l['time']['us'] for l in d['launches']])"
again "--time: a largest of floats waits for what it compares" \
    "d['launches'][5]['time']['us'] > 30"
again "--time: a thread that fills its sectors (27 us on an H200) is done before one a row, which leaves parts (37)" \
    "(lambda t: 20 < t[6] < 34 and 1.2 * t[6] < t[7] < 47)([l['time']['us'] for l in d['launches']])"
again "--time: a sector that was loaded need not be filled up" \
    "(lambda t: t[8] < 1.2 * t[9])([l['time']['us'] for l in d['launches']])"
cat >"$tmp/ahead.cu" <<'CU'
#include <cuda_fp16.h>
#include <mma.h>
template <class T> __global__ void sum(const T *a, T *o, int n)
{
    T s = 0;
    for (int i = threadIdx.x; i < n; i += 1024)
        s += a[i];
    o[threadIdx.x] = s;
}
__global__ void tiles(const __half *a, const __half *b, float *o, int n)
{
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, __half, row_major> x;
    fragment<matrix_b, 16, 16, 16, __half, row_major> y;
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(c, 0.0f);
    for (int k = 0; k < n; k += 16) {
        load_matrix_sync(x, a + k, 1024);
        load_matrix_sync(y, b + k * 16, 16);
        mma_sync(c, x, y, c);
    }
    store_matrix_sync(o, c, 16, mem_row_major);
}
__global__ void follow(int *next, int *o, int steps)
{
    int at = threadIdx.x;
    for (int k = 0; k < steps; k++)
        at = atomicCAS(&next[at], 0, 1);
    o[threadIdx.x] = at;
}
int main()
{
    char *a;
    cudaMalloc(&a, 1 << 22);
    cudaMemset(a, 0, 1 << 22);
    char *o = a + (1 << 21);
    sum<<<1, 32>>>((float *)a, (float *)o, 1 << 18);
    sum<<<1, 32>>>((double *)a, (double *)o, 1 << 18);
    tiles<<<1, 32>>>((__half *)a, (__half *)a + 65536, (float *)o, 1024);
    follow<<<1, 1>>>((int *)a, (int *)o, 256);
    cudaDeviceSynchronize();
    cudaFree(a);
}
CU
json "--time: of doubles fewer loads are under way than of floats" \
    "(lambda t: t[1] > 1.5 * t[0])([l['time']['us'] for l in d['launches']])" "$tmp/ahead.cu" --time h200
again "--time: a product of tensor cores waits for its fragments" "d['launches'][2]['time']['us'] > 15"
again "--time: who uses the result of a compare-and-swap waits for it" "d['launches'][3]['time']['us'] > 30"
cat >"$tmp/data.cu" <<'CU'
#include <cuda_fp16.h>
#include <mma.h>
__constant__ float poly[32];
__global__ void chase(int *next, int *o, int steps)
{
    int at = threadIdx.x;
    for (int k = 0; k < steps; k++)
        at = atomicAdd(&next[at], 0);
    o[threadIdx.x] = at;
}
__global__ void tickets(int *o, int *next, int steps)
{
    for (int k = 0; k < steps; k++)
        o[atomicAdd(next, 1) & 1023] = k;
}
__global__ void crc(unsigned *o)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, c = ~i;
    for (int bit = 0; bit < 32; bit++)
        c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    o[i] = c;
}
__global__ void polynomial(float *o, float v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = v + i, sum = poly[31];
    for (int k = 30; k >= 0; k--)
        sum = sum * x + poly[k];
    o[i] = sum;
}
__global__ void barriers(float *o, int steps)
{
    for (int k = 0; k < steps; k++)
        __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
template <bool same> __global__ void rest(unsigned *o, unsigned by, int steps)
{
    unsigned x = threadIdx.x + 12345678u;
    for (int k = 0; k < steps; k++)
        x = same ? x % by + 12345678u : 0x7fffffffu % (x | 1) + by;
    o[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void collatz(int *o, int most)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x + 1, k = 0;
    while (n != 1 && k < most) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        k++;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = k;
}
__global__ void pieces(const float *a, const float *x, float *o, int columns)
{
    __shared__ float piece[128];
    int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0;
    for (int from = 0; from < columns; from += 128) {
        piece[threadIdx.x] = x[from + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++)
            sum += a[row * columns + from + k] * piece[k];
        __syncthreads();
    }
    o[row] = sum;
}
__global__ void products(float *o, const __half *g, int steps)
{
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, __half, row_major> a;
    fragment<matrix_b, 16, 16, 16, __half, row_major> b;
    fragment<accumulator, 16, 16, 16, float> c;
    load_matrix_sync(a, g, 16);
    load_matrix_sync(b, g, 16);
    fill_fragment(c, 0.0f);
    for (int k = 0; k < steps; k++)
        mma_sync(c, a, b, c);
    store_matrix_sync(o, c, 16, mem_row_major);
}
int main()
{
    float *f;
    cudaMalloc(&f, 1 << 23);
    cudaMemset(f, 0, 1 << 23);
    int *i = (int *)f;
    chase<<<1, 1>>>(i, i + 1024, 256);
    tickets<<<1, 1>>>(i + 1024, i, 128);
    crc<<<2048, 256>>>((unsigned *)f);
    polynomial<<<2048, 256>>>(f, 0.5f);
    barriers<<<132, 32>>>(f, 256);
    barriers<<<132, 1024>>>(f, 256);
    rest<true><<<132, 32>>>((unsigned *)f, 777, 512);
    rest<false><<<132, 32>>>((unsigned *)f, 777, 512);
    collatz<<<132, 64>>>(i, 400);
    pieces<<<8, 128>>>(f, f, f + 1048576, 1024);
    products<<<132, 512>>>(f, (__half *)f, 256);
    cudaDeviceSynchronize();
    cudaFree(f);
}
CU
json "--time: an atomic whose result says where the next one goes is waited for" \
    "d['launches'][0]['time']['us'] > 25 and d['launches'][1]['time']['us'] > 15" "$tmp/data.cu" --time h200
again "--time: what a loop that is wholly unrolled computes of data is no index" "d['launches'][2]['time']['us'] > 6"
again "--time: a constant at a known place is part of the instruction" "d['launches'][3]['time']['us'] < 7.5"
again "--time: a barrier takes longer the more warps come to it" \
    "(lambda t: t[5] > 2.2 * t[4])([l['time']['us'] for l in d['launches']])"
again "--time: a division by the same number in all turns is shorter" \
    "(lambda t: t[7] > 1.8 * t[6])([l['time']['us'] for l in d['launches']])"
again "--time: nobody guesses a branch that hangs on data" "d['launches'][8]['time']['us'] > 9"
again "--time: addresses of a loop inside another are a constant further each turn" \
    "d['launches'][9]['time']['us'] < 125"
again "--time: a warp's products come to three fifths of a tensor core's peak" "d['launches'][10]['time']['us'] > 9.5"
cat >"$tmp/uneven.cu" <<'CU'
__global__ void chain(float *o, int one, int steps)
{
    int n = one < 0 || (int)blockIdx.x == one ? steps : 16;
    float s = threadIdx.x;
    for (int k = 0; k < n; k++)
        s = s * 0.5f + 1;
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void until(int *o, unsigned end)
{
    unsigned s = threadIdx.x;
    int k = 0;
    while (s % 1024 != end && k < 300) {
        s = s * 1664525u + 1013904223u;
        k++;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = k;
}
int main()
{
    float *o;
    cudaMalloc(&o, 528 * 256 * 4);
    chain<<<64, 32>>>(o, 64, 4096);
    chain<<<64, 32>>>(o, 7, 4096);
    chain<<<64, 32>>>(o, -1, 4096);
    until<<<528, 256>>>((int *)o, 1024);
    cudaDeviceSynchronize();
    cudaFree(o);
}
CU
json "--time: a launch takes as long as its longest warp" \
    "(lambda t: t[1] > 2 * t[0] and .7 < t[1] / t[2] < 1.4)([l['time']['us'] for l in d['launches']])" \
    "$tmp/uneven.cu" --time h200
json "--time: a loop that data may end keeps its comparisons" "8 < d['launches'][3]['time']['us'] < 16" \
    "$tmp/uneven.cu" --time h200
cat >"$tmp/loops.cu" <<'CU'
__global__ void by_thousand(const float *a, float *o, int n)
{
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 1024)
        s += a[i];
    o[threadIdx.x] = s;
}
__global__ void by_block(const float *a, float *o, int n)
{
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += a[i];
    o[threadIdx.x] = s;
}
__global__ void series(const double *x, double *o, int from)
{
    double v = x[threadIdx.x], s = 1;
    for (int k = 1; k < 24; k++)
        s = s * v + 1.0 / (from ? k + from : k);
    o[threadIdx.x] = s;
}
__global__ void constant_series(const double *x, double *o)
{
    double v = x[threadIdx.x], s = 1;
    for (int k = 1; k < 24; k++)
        s = s * v + 1.0 / k;
    o[threadIdx.x] = s;
}
__global__ void products(float *o, int steps)
{
    __shared__ float a[8][128], b[8][128];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        (&a[0][0])[i] = i, (&b[0][0])[i] = i + 1;
    __syncthreads();
    int tx = threadIdx.x % 16 * 8, ty = threadIdx.x / 16 % 16 * 8;
    float c[8][8] = {}, sum = 0;
    for (int s = 0; s < steps; s++) {
        for (int k = 0; k < 8; k++)
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    c[i][j] += a[k][ty + i] * b[k][tx + j];
        __syncthreads();
    }
    for (int i = 0; i < 64; i++)
        sum += c[i / 8][i % 8];
    o[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void last_blocks(double *o, unsigned from, int steps)
{
    double s[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int k = 0; k < (blockIdx.x < from ? 8 : steps); k++)
        for (int i = 0; i < 8; i++)
            s[i] = s[i] * 0.5 + 1;
    o[threadIdx.x] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}
int main()
{
    float *a, *o;
    cudaMalloc(&a, 1 << 18);
    cudaMalloc(&o, 528 * 1024 * 8);
    cudaMemset(a, 0, 1 << 18);
    by_thousand<<<1, 1024>>>(a, o, 1 << 16);
    by_block<<<1, 1024>>>(a, o, 1 << 16);
    by_block<<<132, 1024>>>(a, o, 1 << 16);
    constant_series<<<132, 1024>>>((double *)a, (double *)o);
    series<<<132, 1024>>>((double *)a, (double *)o, 1);
    products<<<132, 256>>>(o, 8);
    last_blocks<<<528, 512>>>((double *)o, 512, 512);
    last_blocks<<<528, 512>>>((double *)o, 0, 23);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(o);
}
CU
json "--time: loads of a loop that steps by a constant wait together" \
    "(lambda t: t[1] > 2 * t[0])([l['time']['us'] for l in d['launches']])" "$tmp/loops.cu" --time h200
again "--time: blocks that run at once and read the same wait for memory, each of them" \
    "(lambda t: t[2] > .9 * t[1])([l['time']['us'] for l in d['launches']])"
again "--time: what nvcc can compute takes no time" \
    "(lambda t: t[4] > 1.6 * t[3])([l['time']['us'] for l in d['launches']])"
again "--time: words of shared memory that an inner loop reads again are in registers" \
    "d['launches'][5]['time']['us'] < 30"
again "--time: an SM that gets the long blocks is done last" \
    "(lambda t: t[6] > 2.2 * t[7])([l['time']['us'] for l in d['launches']])"
# Measured on an H200: 12.2, 89.8, 20.5, 24.1, 17.4, 7.1, 23.8, 17.3, 84.4, 20.6, 10.5, 5.4, 39.9 and 20.5 us, from the
# third launch on.
json "--time: instructions that are given out go to one pipe each: the slower of the two is all" \
    "10.5 < d['launches'][2]['time']['us'] < 14" "$src/tests/cli/time_parts.cu" --time h200
again "--time: what the L1 has is read right behind a store" "70 < d['launches'][3]['time']['us'] < 120"
again "--time: what memory sends comes through the L2 meanwhile" "17 < d['launches'][4]['time']['us'] < 23"
again "--time: a block's place is empty for a while before the next one begins there" \
    "19 < d['launches'][5]['time']['us'] < 29"
again "--time: a block's threads take turns at a word of shared memory behind their loop, not beside it" \
    "(lambda t: 7.5 < t[6] - t[7] < 13)([l['time']['us'] for l in d['launches']])"
again "--time: who stores a sector's words one by one waits for each" "20.5 < d['launches'][8]['time']['us'] < 28"
again "--time: barriers of a loop that loads nothing from memory part nothing" \
    "14 < d['launches'][9]['time']['us'] < 20"
again "--time: an index that may wrap is unrolled less, and who loads alone waits alone" \
    "65 < d['launches'][10]['time']['us'] < 115"
again "--time: what the L1 has stands in banks: rows of 64 words take turns, rows of 65 do not" \
    "(lambda t: 16 < t[11] < 27 and 8 < t[12] < 16)([l['time']['us'] for l in d['launches']])"
again "--time: one lane draws tickets for a warp that is there whole; else each lane for itself" \
    "(lambda t: t[13] < 8 and 30 < t[14] < 52)([l['time']['us'] for l in d['launches']])"
again "--time: a loop that computes with its counter is unrolled by four alone" \
    "15 < d['launches'][15]['time']['us'] < 30"
json "without --time there is none" "'time' not in d['launches'][0]" good.cu
for gpu in h100 a100 rtx4090; do
    json "--time $gpu" "code == 0 and d['launches'][0]['time']['us'] > 0" good.cu --time "$gpu"
done
run 0 "the text says that a model estimates" "Estimated time on h200, by a model: .* between " good.cu --time h200
run 0 "--arch that agrees" "Estimated time" good.cu --time h200 --arch h200
run 2 "--arch that does not" "--time h200 is a time on that GPU, and --arch says a100" good.cu --time h200 --arch a100
run 2 "no counters, no time" "--no-trace leaves out" good.cu --time h200 --no-trace
run 2 "a GPU without a card" "--time" good.cu --time b200

cat >bounds.cu <<'CU'
__constant__ float table[1024];
__global__ void constants(float *o)
{
    float s = 0;
    for (int k = 0; k < 64; k++)
        s += table[(threadIdx.x + k) & 1023];
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void histogram(int *o)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15;
    atomicAdd(&o[x & 255], 1);
}
__global__ void column(float *o, int n)
{
    o[(size_t)threadIdx.x * n + blockIdx.x] = 1;
}
template <class T> __global__ void tally(T *word)
{
    for (int k = 0; k < 16; k++)
        atomicAdd(word, (T)(threadIdx.x + k));
}
int main()
{
    float *o;
    cudaMalloc(&o, 1 << 24);
    constants<<<264, 256>>>(o);
    histogram<<<1024, 256>>>((int *)o);
    column<<<2048, 1024>>>(o, 2048);
    tally<<<66, 96>>>((unsigned long long *)o);
    tally<<<66, 96>>>((unsigned *)o);
    cudaFree(o);
    return cudaDeviceSynchronize();
}
CU
json "--time: 32 constants a warp, additions at 256 words, a sector a lane: near what an H200 took, bound by each" \
    "[l['time']['bound'] for l in d['launches']][:3] == ['constants', 'atomics', 'L2'] and \
all(lo < l['time']['us'] < hi for l, lo, hi in zip(d['launches'], (25, 50, 20), (55, 100, 60)))" bounds.cu --time h200
again "--time: a warp's integers of 64 bits are added to a word one after the other (77 us on an H200), those of 32 at once" \
    "(lambda t: 50 < t[3] < 115 and t[4] < t[3] / 5)([l['time']['us'] for l in d['launches']])"

# --- Ctrl-C
printf 'int main() { for (;;) ; }\n' >spin.cu
TMPDIR=$tmp/t "$RIDGE" simt spin.cu >/dev/null 2>&1 &
pid=$!
sleep 3
kill -INT $pid 2>/dev/null || kill -TERM $pid
wait $pid
[ $? -eq 130 ]
row $? "interrupted: exit 130"
[ -z "$(ls -A "$tmp/t")" ] && ! pgrep -f "$tmp/cache" >/dev/null
row $? "nothing is left behind"

echo "1..$n"
[ $bad -eq 0 ]
