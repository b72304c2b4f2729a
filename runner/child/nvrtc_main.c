/*
 * ridge-nvrtc: one CUDA source to a cubin and its PTX by NVRTC, which is a library. It parses a submission,
 * so it runs in the compilers' box, and dies with it when the source is beyond it.
 *
 *     ridge-nvrtc LIBRARY SOURCE CUBIN PTX OPTION…
 *
 * LIBRARY is libnvrtc, by path or for the loader to find. Standard output gets the log, in nvcc's words.
 * Exit: 0, both are written; 1, the source does not compile; 2, NVRTC cannot be used here.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NVRTC's functions, as its manual gives them: a status first, 0 being good. */
typedef struct nvrtc_program *program;
struct nvrtc {
    int (*create)(program *p, const char *source, const char *name, int n, const char *const *headers,
                  const char *const *names);
    int (*compile)(program p, int n, const char *const *options);
    int (*log_size)(program p, size_t *ret), (*log)(program p, char *ret);
    int (*cubin_size)(program p, size_t *ret), (*cubin)(program p, char *ret);
    int (*ptx_size)(program p, size_t *ret), (*ptx)(program p, char *ret);
};

/* C headers whose types and limits kernels use, as nvcc's host compiler has them on x86-64. NVRTC has none, and
 * refuses libc's: they declare functions of the host. Mathematics, printf() and assert() it knows without. */
static const struct {
    const char *name, *text;
} headers[] = {
    { "stddef.h", "#pragma once\ntypedef decltype(sizeof 0) size_t;\ntypedef long ptrdiff_t;\n"
                  "#ifndef NULL\n#define NULL 0\n#endif\n" },
    { "stdint.h", "#pragma once\n"
                  "typedef signed char int8_t;\ntypedef short int16_t;\ntypedef int int32_t;\ntypedef long int64_t;\n"
                  "typedef unsigned char uint8_t;\ntypedef unsigned short uint16_t;\ntypedef unsigned uint32_t;\n"
                  "typedef unsigned long uint64_t;\ntypedef long intptr_t;\ntypedef unsigned long uintptr_t;\n"
                  "#define INT8_MIN (-128)\n#define INT8_MAX 127\n#define UINT8_MAX 255\n"
                  "#define INT16_MIN (-32767 - 1)\n#define INT16_MAX 32767\n#define UINT16_MAX 65535\n"
                  "#define INT32_MIN (-2147483647 - 1)\n#define INT32_MAX 2147483647\n"
                  "#define UINT32_MAX 4294967295U\n"
                  "#define INT64_MIN (-9223372036854775807L - 1)\n#define INT64_MAX 9223372036854775807L\n"
                  "#define UINT64_MAX 18446744073709551615UL\n#define SIZE_MAX UINT64_MAX\n" },
    { "limits.h", "#pragma once\n#define CHAR_BIT 8\n#define INT_MIN (-2147483647 - 1)\n#define INT_MAX 2147483647\n"
                  "#define UINT_MAX 4294967295U\n#define LONG_MAX 9223372036854775807L\n"
                  "#define LONG_MIN (-LONG_MAX - 1L)\n#define ULONG_MAX 18446744073709551615UL\n" },
    { "float.h", "#pragma once\n#define FLT_EPSILON 0x1p-23f\n#define FLT_MIN 0x1p-126f\n"
                 "#define FLT_MAX 0x1.fffffep127f\n"
                 "#define DBL_EPSILON 0x1p-52\n#define DBL_MIN 0x1p-1022\n#define DBL_MAX 0x1.fffffffffffffp1023\n" },
    { "math.h", "#pragma once\n#define INFINITY (1.0f / 0.0f)\n#define NAN __int_as_float(0x7fc00000)\n"
                "#define HUGE_VALF INFINITY\n#define M_PI 3.14159265358979323846\n"
                "#define M_LOG2E 1.4426950408889634074\n" },
    { "stdio.h", "#pragma once\n" },
    { "assert.h", "#pragma once\n" },
};
enum { HEADERS = sizeof headers / sizeof headers[0] };

static int find(struct nvrtc *v, const char *library)
{
    void *h = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    struct {
        const char *name;
        void *to;
    } want[] = {
        { "nvrtcCreateProgram", &v->create },          { "nvrtcCompileProgram", &v->compile },
        { "nvrtcGetProgramLogSize", &v->log_size },    { "nvrtcGetProgramLog", &v->log },
        { "nvrtcGetCUBINSize", &v->cubin_size },       { "nvrtcGetCUBIN", &v->cubin },
        { "nvrtcGetPTXSize", &v->ptx_size },           { "nvrtcGetPTX", &v->ptx },
    };
    for (size_t k = 0; h && k < sizeof want / sizeof want[0]; k++) {
        void *at = dlsym(h, want[k].name);
        if (!at)
            h = NULL;
        memcpy(want[k].to, &at, sizeof at);
    }
    if (!h)
        fprintf(stderr, "ridge-nvrtc: %s\n", dlerror());
    return h ? 0 : -1;
}

static char *read_source(const char *path)
{
    enum { MOST = 8 << 20 };
    FILE *f = fopen(path, "r");
    char *s = f ? malloc(MOST + 1) : NULL;
    size_t n = s ? fread(s, 1, MOST, f) : 0;
    if (f)
        fclose(f);
    if (s)
        s[n] = 0;
    return s;
}

/* One result of a program, of its own size; NULL when there is none. */
static char *result(program p, int (*size)(program, size_t *), int (*get)(program, char *), size_t *n)
{
    char *s = size(p, n) ? NULL : malloc(*n + 1);
    if (s && get(p, s)) {
        free(s);
        s = NULL;
    }
    return s;
}

static int save(const char *path, const char *s, size_t n)
{
    FILE *f = s ? fopen(path, "w") : NULL;
    int bad = !f || fwrite(s, 1, n, f) != n;
    if (f && fclose(f))
        bad = 1;
    if (bad)
        fprintf(stderr, "ridge-nvrtc: cannot write %s\n", path);
    return bad ? -1 : 0;
}

static int write_results(const struct nvrtc *v, program p, const char *cubin, const char *ptx)
{
    size_t n = 0, m = 0;
    char *code = result(p, v->cubin_size, v->cubin, &n), *text = result(p, v->ptx_size, v->ptx, &m);
    int rc = save(cubin, code, n) || save(ptx, text, m ? m - 1 : 0) ? 2 : 0; /* PTX counts its final zero */
    free(code);
    free(text);
    return rc;
}

int main(int argc, char **argv)
{
    struct nvrtc v;
    const char *names[HEADERS], *texts[HEADERS];
    program p;
    size_t n = 0;
    if (argc < 5 || find(&v, argv[1]))
        return 2;
    for (int k = 0; k < HEADERS; k++) {
        names[k] = headers[k].name;
        texts[k] = headers[k].text;
    }
    char *source = read_source(argv[2]);
    if (!source || v.create(&p, source, argv[2], HEADERS, texts, names))
        return 2;
    int bad = v.compile(p, argc - 5, (const char *const *)argv + 5);
    char *log = result(p, v.log_size, v.log, &n);
    if (log)
        fputs(log, stdout);
    int rc = bad ? 1 : write_results(&v, p, argv[3], argv[4]);
    fflush(NULL);
    _Exit(rc); /* the library's own farewell costs milliseconds and gives nobody anything */
}
