/* A lab for the emulator and for GPUs, where there is a GPU: a driver that only pretends (data/fake_gpus.c). */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kept.h"
#include "runner/build/build.h"
#include "runner/base/util.h"
#include "runner/runner.h"

static char scratch[] = "/tmp/ridge-both-XXXXXX";
static json_t *lab;

static void shell(const char *format, const char *a, const char *b)
{
    char cmd[1200];
    snprintf(cmd, sizeof cmd, format, a, b);
    cr_assert_eq(system(cmd), 0, "%s", cmd);
}

/* ridge-exec and what it starts, in a folder of their own with the driver: they look beside themselves, and a GPU's box
 * sees /tmp. */
static void install(void)
{
    char from[1024];
    snprintf(from, sizeof from, "%s", getenv("RIDGE_TEST_EXEC"));
    cr_assert_eq(chdir(scratch), 0);
    shell("cp %s %s/ridge-exec", from, scratch);
    *strrchr(from, '/') = 0;
    shell("for p in %s/ridge-child %s/simt/lib*.a; do ln -s \"$p\" .; done", from, from);
    shell("cp %s %s/ridge-gpu", getenv("RIDGE_TEST_GPU"), scratch);
    shell("cp %s %s/libcuda.so.1", getenv("RIDGE_TEST_DRIVER"), scratch);
}

/* t-scale as a kernel: a bench and the results for the emulator, a limit for nvcc. */
static json_t *as_cuda(json_t *o)
{
    static const char *const text[][2] = {
        { "lang", "cuda" }, { "dir", "labs/t-both" }, { "kernels", "kernels/t-both" }, { "reference", "ref.cu" }
    };
    size_t k;
    json_t *c, *call;
    for (k = 0; k < 4; k++)
        json_object_set_new(o, text[k][0], json_string(text[k][1]));
    json_object_set_new(o, "backends", json_pack("[s, s]", "simt", "cuda"));
    json_object_set_new(o, "edit", json_pack("[s]", "scale.cu"));
    json_object_set_new(o, "device", json_pack("{s:s}", "arch", "sm_90a"));
    json_array_foreach(json_object_get(o, "cases"), k, c) {
        int n = (int)json_integer_value(json_object_get(json_object_get(c, "fields"), "n"));
        call = json_array_get(json_object_get(c, "calls"), 0);
        json_object_set_new(
            call, "launch",
            json_pack("{s:[i, i, i], s:[i, i, i], s:i}", "grid", (n + 255) / 256, 1, 1, "block", 256, 1, 1, "smem", 0));
    }
    json_object_set_new(o, "gates",
                        json_pack("[{s:s s:s s:s s:s s:i s:s s:b s:s}]", "id", "r", "call", "scale", "counter", "regs",
                                  "op", "<=", "value", 64, "on", "cuda", "compile", 1, "why", "few"));
    json_object_set_new(o, "bench",
                        json_pack("[{s:s s:s s:s s:s s:s s:{s:f s:f s:f}}]", "id", "sectors", "call", "scale", "case",
                                  "n64k", "metric", "fewer:g_sec", "on", "simt", "stages", "bronze", .5, "silver", .8,
                                  "gold", .95));
    return o;
}

static void set_up(void)
{
    char path[512], *nvcc = build_nvcc();
    if (!nvcc)
        cr_skip_test("no nvcc here: install the CUDA toolkit, or set CUDA_HOME");
    free(nvcc);
    cr_assert_not_null(mkdtemp(scratch));
    setenv("TMPDIR", scratch, 1);
    snprintf(path, sizeof path, "%s/t-scale.json", getenv("RIDGE_TEST_ROOT"));
    lab = json_load_file(path, 0, NULL);
    cr_assert_not_null(lab);
    as_cuda(lab);
    install();
}

static void tear_down(void)
{
    json_decref(lab);
    if (lab)
        shell("rm -rf %s%s", scratch, "");
}

TestSuite(both, .init = set_up, .fini = tear_down, .timeout = 240);

static const char *level; /* that is demanded of the runs to come */

static json_t *run(const char *backend, const char *source)
{
    struct err err = { "" };
    char cache[512], program[128];
    int trusted = 0;
    json_t *files = source ? json_pack("{s:s}", "scale.cu", source)
                           : runner_files(lab, getenv("RIDGE_TEST_ROOT"), NULL, "reference", &trusted, &err);
    cr_assert_not_null(files, "%s", err.text);
    kept_place(scratch, cache, sizeof cache);
    snprintf(program, sizeof program, "%s/ridge-exec", scratch);
    struct runner_request q = { .lab = lab,
                                .root = getenv("RIDGE_TEST_ROOT"),
                                .cache = cache,
                                .program = program,
                                .impl = source ? "learner" : "reference",
                                .backend = backend,
                                .cc = "gcc",
                                .level = level,
                                .files = files,
                                .trusted = trusted };
    struct runner *r = runner_start(&q, &err);
    cr_assert_not_null(r, "%s", err.text);
    runner_wait(r, NULL, NULL, NULL);
    json_t *report = json_incref((json_t *)runner_report(r));
    cr_assert_not_null(report, "%s", runner_failure(r));
    runner_finish(r);
    json_decref(files);
    return report;
}

static const char *text(const json_t *o, const char *a, const char *b)
{
    const char *s = json_string_value(json_object_get(b ? json_object_get(o, a) : o, b ? b : a));
    return s ? s : "";
}

/* Rows of a list whose `key` is `value`; NULL: that have none. */
static int count(const json_t *report, const char *list, const char *key, const char *value)
{
    size_t k;
    const json_t *row;
    int n = 0;
    json_array_foreach(json_object_get(report, list), k, row)
        n += value ? !strcmp(text(row, key, NULL), value) : !json_object_get(row, key);
    return n;
}

/* The driver says what GPU it is. */
static void pretend(const char *sm)
{
    char path[128];
    snprintf(path, sizeof path, "%s/fake-sm", scratch);
    FILE *f = fopen(path, "w");
    cr_assert(f && fputs(sm, f) >= 0 && !fclose(f));
}

Test(both, the_emulator_and_the_gpu_make_one_report)
{
    pretend("90");
    json_t *r = run("auto", NULL);
    char *all = json_dumps(r, JSON_INDENT(1));
    cr_assert_str_eq(text(r, "backend", NULL), "simt");
    json_t *want = json_pack("[s, s]", "simt", "cuda");
    cr_assert(json_equal(json_object_get(r, "backends"), want), "%s", all);
    cr_assert_str_eq(text(r, "machine", "gpu"), "fake");
    cr_assert_eq(count(r, "cases", "status", "PASS"), 6, "%s", all);
    cr_assert_eq(count(r, "cases", "backend", "cuda"), 3);
    cr_assert_eq(count(r, "cases", "backend", NULL), 3);
    cr_assert_gt(count(r, "counters", "source", "ptxas"), 0, "%s", all);
    cr_assert_str_eq(text(r, "sanitize", "status"), "PASS");
    cr_assert_eq(count(r, "measurements", "bench", "sectors"), 1);
    cr_assert(json_is_true(json_object_get(json_object_get(r, "build"), "ok")));
    cr_assert(json_is_true(json_object_get(json_object_get(r, "build_gpu"), "ok")));
    cr_assert_eq(json_array_size(json_object_get(r, "skipped")), 0, "%s", all);
    free(all);
    json_decref(want);
    json_decref(r);
}

/* Right on the emulator and wrong on the GPU, whose kernel is always 2 x: nobody is told that it is right. */
Test(both, what_the_gpu_alone_gets_wrong_is_wrong)
{
    pretend("bad");
    json_t *r = run("auto", NULL);
    cr_assert_eq(count(r, "cases", "status", "FAIL"), 2, "all but the case without elements");
    cr_assert_eq(count(r, "cases", "backend", "cuda"), 3);
    json_decref(r);
}

Test(both, a_backend_that_is_named_is_the_only_one)
{
    pretend("90");
    json_t *r = run("simt", NULL);
    cr_assert_null(json_object_get(r, "backends"));
    cr_assert_null(json_object_get(json_object_get(r, "machine"), "gpu"));
    json_decref(r);
    r = run("cuda", NULL);
    cr_assert_null(json_object_get(r, "backends"));
    cr_assert_str_eq(text(r, "backend", NULL), "cuda");
    cr_assert_eq(count(r, "cases", "status", "PASS"), 3);
    json_decref(r);
}

/* Its code cannot be built for the GPU that is here. */
Test(both, a_gpu_that_the_lab_cannot_use_is_none)
{
    pretend("37");
    json_t *r = run("auto", NULL);
    cr_assert_null(json_object_get(r, "backends"));
    cr_assert_eq(count(r, "cases", "status", "PASS"), 3);
    cr_assert_eq(count(r, "skipped", "phase", "GPU"), 1);
    cr_assert(strstr(text(json_array_get(json_object_get(r, "skipped"), 0), "why", NULL), "sm_37"));
    json_decref(r);
    r = run("cuda", NULL);
    cr_assert_eq(count(r, "skipped", "phase", "correct"), 1);
    cr_assert_eq(json_array_size(json_object_get(r, "cases")), 0);
    json_decref(r);
}

/* What is wrong on the emulator is not tried on a GPU; what asks for a better box than a GPU's is not, either. */
Test(both, the_gpu_comes_after_a_right_answer_and_in_a_box_that_suffices)
{
    static const char wrong[] =
        "#include \"lab.h\"\nextern \"C\" __global__ void scale(int n, const float *x, float *y)\n"
        "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)\n        y[i] = x[i];\n}\n";
    pretend("90");
    json_t *r = run("auto", wrong);
    cr_assert_null(json_object_get(r, "backends"));
    cr_assert_eq(count(r, "cases", "status", "FAIL"), 2);
    json_decref(r);
    level = "L1";
    r = run("auto", NULL);
    cr_assert_eq(count(r, "cases", "status", "PASS"), 3);
    if (!json_object_get(json_object_get(r, "error"), "code")) /* the emulator's own box suffices here */
        cr_assert(strstr(text(json_array_get(json_object_get(r, "skipped"), 0), "why", NULL), "L1 is demanded"));
    json_decref(r);
}

/* A kernel that does not end costs its lab's limit once: its other cases are not tried, and none is looked at under a
 * trace, where it would last longer. */
Test(both, after_a_kernel_that_does_not_end_its_other_cases_are_not_tried)
{
    static const char endless[] =
        "#include \"lab.h\"\nextern \"C\" __global__ void scale(int n, const float *x, float *y)\n"
        "{\n    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 0 * (int)gridDim.x)\n"
        "        y[i] = 2 * x[i];\n}\n";
    json_object_set_new(json_object_get(lab, "limits"), "wall_s", json_real(.4));
    json_t *r = run("simt", endless), *cases = json_object_get(r, "cases");
    char *all = json_dumps(cases, JSON_INDENT(1));
    const json_t *hung = json_array_get(cases, 1), *left = json_array_get(cases, 2);
    cr_assert(strstr(text(hung, "message", NULL), "timeout (scale.cu:"), "%s", all);
    cr_assert_str_eq(text(left, "status", NULL), "SKIPPED", "%s", all);
    cr_assert(strstr(text(left, "message", NULL), "Not tried after the time-out of case"), "%s", all);
    cr_assert_null(json_object_get(r, "found"));
    const json_t *sanitize = json_object_get(r, "sanitize"); /* what `correct` said, and no error of a trace */
    cr_assert(strstr(text(sanitize, "message", NULL), text(hung, "message", NULL)), "%s", text(sanitize, "message", NULL));
    cr_assert_null(json_object_get(sanitize, "error"));
    free(all);
    json_decref(r);
}
