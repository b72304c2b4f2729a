/* Whole jobs through ridge-exec: every way a submission can end, and that nothing is left behind. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "busy.h"
#include "kept.h"
#include "runner/base/util.h"
#include "runner/runner.h"

static char scratch[] = "/tmp/ridge-test-XXXXXX";
static json_t *lab;

static void set_up(void)
{
    cr_assert_not_null(mkdtemp(scratch));
    setenv("TMPDIR", scratch, 1);
    char path[512];
    snprintf(path, sizeof path, "%s/t-scale.json", getenv("RIDGE_TEST_ROOT"));
    lab = json_load_file(path, 0, NULL);
    cr_assert_not_null(lab);
}

static void tear_down(void)
{
    char cmd[256];
    json_decref(lab);
    snprintf(cmd, sizeof cmd, "rm -rf %s", scratch);
    cr_assert_eq(system(cmd), 0);
}

TestSuite(runner, .init = set_up, .fini = tear_down, .timeout = 120);

static int leftovers(void)
{
    DIR *d = opendir(scratch);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        n += !strncmp(e->d_name, "ridge-run-", 10);
    if (d)
        closedir(d);
    return n;
}

static int processes_under(const char *what)
{
    char cmd[256];
    snprintf(cmd, sizeof cmd, "ps -eo args | grep -v grep | grep -c '%s'", what);
    FILE *f = popen(cmd, "r");
    int n = -1;
    if (f && fscanf(f, "%d", &n) != 1)
        n = -1;
    if (f)
        pclose(f);
    return n;
}

static const char *until; /* of the runs to come */
static const json_t *gates;
static int ours;          /* they are of sources of our own */

static struct runner *start(const char *impl, const char *source, const char *const *phases)
{
    struct err err = { "" };
    char cache[512];
    int trusted = 0;
    json_t *files = source ? json_pack("{s:s}", "scale.c", source)
                           : runner_files(lab, getenv("RIDGE_TEST_ROOT"), NULL, impl, &trusted, &err);
    cr_assert_not_null(files, "%s", err.text);
    kept_place(scratch, cache, sizeof cache);
    struct runner_request q = { .lab = lab, .root = getenv("RIDGE_TEST_ROOT"), .cache = cache,
                                .program = getenv("RIDGE_TEST_EXEC"), .impl = impl, .backend = "cpu", .cc = "gcc",
                                .files = files, .phases = phases, .until = until,
                                .gates = gates, .trusted = trusted | ours };
    struct runner *r = runner_start(&q, &err);
    cr_assert_not_null(r, "%s", err.text);
    json_decref(files);
    return r;
}

static json_t *run(const char *impl, const char *source, const char *const *phases)
{
    struct runner *r = start(impl, source, phases);
    runner_wait(r, NULL, NULL, NULL);
    json_t *report = json_incref((json_t *)runner_report(r));
    cr_assert_not_null(report, "%s", runner_failure(r));
    runner_finish(r);
    cr_assert_eq(leftovers(), 0);
    return report;
}

static const char *const correct[] = { "correct", NULL };
static const char *const sanitize[] = { "correct", "sanitize", NULL };

static const char *str(const json_t *o, const char *a, const char *b)
{
    const char *s = json_string_value(json_object_get(b ? json_object_get(o, a) : o, b ? b : a));
    return s ? s : "";
}

/* The last that was tried. */
static const json_t *last_case(const json_t *r)
{
    const json_t *c = json_object_get(r, "cases");
    size_t n = json_array_size(c);
    while (n > 1 && !strcmp(str(json_array_get(c, n - 1), "status", NULL), "SKIPPED"))
        n--;
    return json_array_get(c, n - 1);
}

Test(runner, the_reference_passes_all)
{
    json_t *r = run("reference", NULL, NULL);
    size_t k;
    const json_t *c;
    cr_assert_eq(json_array_size(json_object_get(r, "cases")), 3);
    json_array_foreach(json_object_get(r, "cases"), k, c)
        cr_assert_str_eq(str(c, "status", NULL), "PASS");
    cr_assert_str_eq(str(r, "sanitize", "status"), "PASS", "%s", str(r, "sanitize", "log"));
    const json_t *m = json_array_get(json_object_get(r, "measurements"), 0);
    double ratio = json_number_value(json_object_get(m, "ratio"));
    cr_assert(ratio > 0.3 && ratio < 3, "the reference against itself: %g", ratio);
    json_decref(r);
}

/* The cache model is exact: a megabyte's worth of facts about 65,536 floats. */
Test(runner, the_profile_is_exact_and_repeatable)
{
    static const char *const phases[] = { "correct", "profile", NULL };
    static const struct {
        const char *name;
        double value;
    } want[] = { { "c_loads", 65536 }, { "c_stores", 65536 }, { "c_bytes", 524288 }, { "l1_miss", 8192 },
                 { "l2_miss", 8192 }, { "llc_miss", 8192 }, { "dtlb_miss", 128 } };
    json_t *r = run(
        "learner",
        "void scale(int n, const float *x, float *y)\n{\n"
        "    for (int i = 0; i < n; i++)\n#pragma GCC novector\n        y[i] = 2 * ((const volatile float *)x)[i];\n}\n",
        phases);
    const json_t *counters = json_object_get(r, "counters");
    for (size_t k = 0; k < sizeof want / sizeof want[0]; k++) {
        const json_t *c = json_array_get(counters, k);
        cr_assert_str_eq(str(c, "name", NULL), want[k].name);
        cr_assert_eq(json_number_value(json_object_get(c, "value")), want[k].value, "%s", want[k].name);
    }
    json_decref(r);
}

/* Cases for a gate are judged where they are counted: what is wrong there is the submission's fault, as in `correct`. */
Test(runner, wrong_or_crashed_at_the_size_of_the_profile_is_charged)
{
    static const char *const phases[] = { "correct", "profile", NULL };
    static const char *const bad[][2] = { { "for (int i = 0; i < n; i++) y[i] = 0", "is wrong at the profile's size" },
                                          { "*(volatile int *)8 = 1", "segmentation fault" } };
    for (int k = 0; k < 2; k++) {
        char source[300];
        snprintf(source, sizeof source,
                 "void scale(int n, const float *x, float *y)\n{\n    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n"
                 "    if (n >= 65536)\n        %s;\n}\n",
                 bad[k][0]);
        json_t *r = run("learner", source, phases);
        const json_t *s = json_array_get(json_object_get(r, "skipped"), 0);
        cr_assert_str_eq(str(last_case(r), "status", NULL), "PASS");
        cr_assert_str_eq(str(s, "phase", NULL), "profile");
        cr_assert(strstr(str(s, "why", NULL), bad[k][1]), "%s", str(s, "why", NULL));
        cr_assert(json_is_true(json_object_get(s, "charged")), "row %d", k);
        json_decref(r);
    }
}

Test(runner, the_skeleton_fails_and_says_what)
{
    json_t *r = run("skeleton", NULL, correct);
    const json_t *c = last_case(r);
    cr_assert_str_eq(str(c, "status", NULL), "FAIL");
    cr_assert(strstr(str(c, "message", NULL), "never written"), "%s", str(c, "message", NULL));
    json_decref(r);
}

static const json_t *case_of(const json_t *r, const char *id)
{
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(r, "cases"), k, c)
        if (!strcmp(str(c, "case", NULL), id))
            return c;
    cr_assert_fail("no case %s", id);
    return NULL;
}

/* What is laid over the first call and the buffers; every element of x is 3. */
static void manifest(const char *call, const char *x, const char *y)
{
    size_t k;
    json_t *c, *buffers = json_object_get(lab, "buffers");
    const json_t *laid[] = { json_loads(call, 0, NULL), json_loads(x, 0, NULL), json_loads(y, 0, NULL) };
    json_object_update(json_array_get(json_object_get(lab, "calls"), 0), (json_t *)laid[0]);
    json_object_update(json_object_get(buffers, "x"), (json_t *)laid[1]);
    json_object_update(json_object_get(buffers, "y"), (json_t *)laid[2]);
    json_object_set_new(json_object_get(buffers, "x"), "dist", json_pack("{s:s s:i}", "kind", "const", "value", 3));
    json_array_foreach(json_object_get(lab, "cases"), k, c) {
        json_t *run = json_array_get(json_object_get(c, "calls"), 0);
        json_t *n = json_object_get(json_object_get(run, "counts"), "x");
        json_object_set_new(run, "shapes", json_pack("{s:[O] s:[O]}", "x", n, "y", n));
    }
    for (k = 0; k < 3; k++)
        json_decref((json_t *)laid[k]);
}

Test(runner, a_failure_says_what_was_asked)
{
    static const struct {
        const char *call, *x, *y, *body, *id, *said;
    } t[] = {
        { "{}", "{}", "{}", "y[n - 1] = 7;", "n1000", "scale(n=1000, x[1000], y[1000]): y[999]: expected 6, yours 7" },
        { "{}", "{}", "{}", "y[n - 1] = NAN;", "n1000",
          "scale(n=1000, x[1000], y[1000]): y[999]: expected 6, yours nan" },
        { "{}", "{}", "{}", "memset(y + n - 1, 0xff, 4);", "n1",
          "scale(n=1, x[1], y[1]): y[0]: expected 6, never written" },
        { "{}", "{}", "{}", "if (n) abort();", "n1", "scale(n=1, x[1], y[1]): The code called abort()." },
        { "{\"asks\": {\"fn\": \"twice\", \"args\": [\"n\"]}}", "{}", "{}", "y[3] = 1;", "n1000",
          "twice(n=1000): y[3]: expected 6, yours 1" },
        { "{\"asks\": {\"fn\": {\"y\": \"half\"}, \"of\": \"x\", \"args\": [\"v\"]}}", "{}",
          "{\"fields\": [\"a\", \"b\"]}", "y[3] = 1;", "n1000", "half(v=3).b: expected 6, yours 1" },
        { "{}", "{}", "{\"guard\": {\"cells\": [1, 2], \"of\": \"dst\"}}", "y[0] = 1;", "n1000",
          "scale(n=1000, x[1000], y[1000]) wrote before the start of dst (element -1)" },
        { "{}", "{}", "{\"guard\": {\"cells\": [1, 2], \"of\": \"dst\"}}", "y[998] = 1;", "n1000",
          "scale(n=1000, x[1000], y[1000]) wrote past the end of dst (element 997 of 997)" },
        { "{}", "{}", "{\"guard\": {\"cells\": [1, 2], \"of\": \"dst\"}}", "y[7] = 1;", "n1000",
          "scale(n=1000, x[1000], y[1000]): dst[6]: expected 6, yours 1" },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        char source[1024];
        manifest("{\"asks\": null}", "{}", "{\"fields\": null, \"guard\": null}");
        manifest(t[k].call, t[k].x, t[k].y);
        snprintf(source, sizeof source,
                 "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n"
                 "void scale(int n, const float *x, float *y)\n{\n    for (int i = 0; i < n; i++)\n"
                 "        y[i] = 2 * x[i];\n    if (n == %d) {\n        %s\n    }\n}\n", atoi(t[k].id + 1), t[k].body);
        json_t *r = run("learner", source, correct);
        const json_t *c = case_of(r, t[k].id);
        cr_expect_str_eq(str(c, "said", NULL), t[k].said);
        cr_expect_str_eq(str(case_of(r, "n0"), "said", NULL), "");
        json_decref(r);
    }
}

/* Inputs that can be read are shown; a hidden case's never. */
Test(runner, small_inputs_come_along)
{
    const char *wrong = "void scale(int n, const float *x, float *y) { for (int i = 0; i < n; i++) y[i] = x[i]; }\n";
    manifest("{}", "{}", "{}");
    for (int hidden = 0; hidden < 2; hidden++) {
        json_object_set_new(json_array_get(json_object_get(lab, "cases"), 1), "hidden", json_boolean(hidden));
        json_t *r = run("learner", wrong, correct);
        const json_t *x = json_object_get(json_object_get(case_of(r, "n1"), "inputs"), "x");
        cr_expect_eq(json_array_size(x), hidden ? 0 : 1);
        cr_expect(hidden || json_number_value(json_array_get(x, 0)) == 3);
        cr_expect_null(json_object_get(case_of(r, "n1000"), "inputs"));
        json_decref(r);
    }
}

/* One that did not end is waited for once. */
Test(runner, after_a_time_out_the_rest_is_not_tried)
{
    const char *hangs = "#include <pthread.h>\nvoid scale(int n, const float *x, float *y)\n{\n"
                        "    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n    for (int i = 0; i < n; i++)\n"
                        "        y[i] = 2 * x[i];\n    for (int k = 0; n && k < 2; k++)\n"
                        "        pthread_mutex_lock(&m);\n}\n"; /* who waits needs no share of a busy machine */
    json_object_set_new(json_object_get(lab, "limits"), "wall_s", json_real(.4));
    json_t *r = run("learner", hangs, correct);
    cr_assert_str_eq(str(case_of(r, "n0"), "status", NULL), "PASS");
    cr_assert_str_eq(str(case_of(r, "n1"), "status", NULL), "ERROR");
    cr_assert(strstr(str(case_of(r, "n1"), "message", NULL), "limit of 400 ms: there is an endless loop"));
    cr_assert_str_eq(str(case_of(r, "n1000"), "status", NULL), "SKIPPED");
    cr_assert_str_eq(str(case_of(r, "n1000"), "message", NULL), "Not tried after the time-out of case n1.");
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(r, "error"), "code")), 5);
    json_decref(r);
}

Test(runner, the_linker_is_put_into_words)
{
    json_t *r = run("learner", "int helper(int);\nint twice(int n);\nint twice(int n)\n{\n    return helper(n);\n}\n",
                    correct);
    const char *log = str(r, "build", "log");
    cr_assert_str_eq(log,
                     "scale.c defines no scale: declared in lab.h\n"
                     "scale.c:5: error: undefined reference to `helper' in twice: nothing defines it\n",
                     "%s", log);
    json_decref(r);
}

/* The cases that the skeleton is run on: it is right where there is nothing to do. */
static size_t cases_until(const char *text)
{
    until = text;
    json_t *r = run("skeleton", NULL, correct);
    size_t n = json_array_size(json_object_get(r, "cases"));
    json_decref(r);
    return n;
}

Test(runner, a_run_ends_with_the_failure_that_it_is_made_for)
{
    cr_assert_eq(cases_until(NULL), 3);
    cr_assert_eq(cases_until(""), 2);
    cr_assert_eq(cases_until("NEVER written"), 2);
    cr_assert_eq(cases_until("another failure"), 3);
}

/* How long the compiler took. */
static double built_in(const char *source)
{
    json_t *r = run("learner", source, correct);
    double ms = json_number_value(json_object_get(json_object_get(r, "build"), "ms"));
    cr_assert(json_is_true(json_object_get(json_object_get(r, "build"), "ok")));
    json_decref(r);
    return ms;
}

#define LOOP "void scale(int n, const float *x, float *y) { for (int i = 0; i < n; i++) y[i] = "

Test(runner, sources_of_our_own_are_built_once)
{
    const char *twice = LOOP "2 * x[i]; }\n", *sum = LOOP "x[i] + x[i]; }\n";
    const char *warned = LOOP "2 * x[i]; int unused; }\n";
    unsetenv("RIDGE_TEST_CACHE");
    cr_assert_gt(built_in(twice), 0);
    cr_assert_gt(built_in(twice), 0, "what a learner writes leaves nothing for later runs");
    ours = 1;
    cr_assert_gt(built_in(twice), 0);
    cr_assert_eq(built_in(twice), 0);
    cr_assert_gt(built_in(sum), 0, "other sources are another object");
    cr_assert_eq(built_in(sum), 0);
    cr_assert_gt(built_in(warned), 0);
    cr_assert_gt(built_in(warned), 0, "a warning is said each time");
    ours = 0;
    cr_assert_gt(built_in(twice), 0, "and a learner gets nothing of ours");
}

static int objects(void)
{
    char cmd[256];
    int n = -1;
    snprintf(cmd, sizeof cmd, "ls %s/cache/*.o | wc -l", scratch);
    FILE *f = popen(cmd, "r");
    if (f && fscanf(f, "%d", &n) != 1)
        n = -1;
    if (f)
        pclose(f);
    return n;
}

/* A harness may include any header of ridge/: when one of them changes, the object that was kept is another one. */
Test(runner, a_header_that_changes_is_built_anew)
{
    char cmd[1024], root[160];
    unsetenv("RIDGE_TEST_CACHE");
    snprintf(root, sizeof root, "%s/root", scratch);
    snprintf(cmd, sizeof cmd, "cp -rL '%s' '%s'", getenv("RIDGE_TEST_ROOT"), root);
    cr_assert_eq(system(cmd), 0);
    setenv("RIDGE_TEST_ROOT", root, 1);
    json_decref(run("reference", NULL, correct));
    int before = objects();
    json_decref(run("reference", NULL, correct));
    cr_assert_gt(before, 0);
    cr_assert_eq(objects(), before);
    snprintf(cmd, sizeof cmd, "echo '/* changed */' >> '%s/runner/include/ridge/golden.h'", root);
    cr_assert_eq(system(cmd), 0);
    json_decref(run("reference", NULL, correct));
    cr_assert_gt(objects(), before);
}

/* It would be told that it hangs, or that it does not: nobody knows who is kept from the processors for that long. */
Test(runner, what_a_busy_machine_leaves_undecided_is_our_fault)
{
    const char *hangs =
        "void scale(int n, const float *x, float *y) { for (;;) __asm__ volatile(\"\" : : \"r\"(x), \"r\"(y), \"r\"(n)); }\n";
    ours = 1; /* built once, before there is nobody to build it */
    json_object_set_new(json_object_get(lab, "limits"), "wall_s", json_real(.4));
    witness_begin();
    json_t *r = run("learner", hangs, correct);
    const char *blamed = str(last_case(r), "message", NULL), *excused = str(r, "error", "message");
    if (!witness_excuses(excused)) /* as it may be for all tests */
        cr_assert(strstr(blamed, "wall-clock limit"), "%s%s", blamed, excused);
    json_decref(r);
    if (busy_begin(12)) /* a thirteenth of a processor is not a third, which patience would make enough */
        cr_skip_test("this kernel keeps no schedstat");
    r = run("learner", hangs, correct);
    busy_end();
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(r, "error"), "code")), 9);
    cr_assert(strstr(str(r, "error", "message"), "this machine is too busy"), "%s", str(r, "error", "message"));
    json_decref(r);
}

/* Is a counter of this case in what a profile of the reference counts for this gate? */
static int counts_for(const char *gate, const char *case_id)
{
    static const char *const phases[] = { "correct", "profile", NULL };
    json_t *ids = gate ? json_pack("[s]", gate) : NULL;
    gates = ids;
    json_t *r = run("reference", NULL, phases);
    gates = NULL;
    json_decref(ids);
    size_t k;
    const json_t *c;
    int found = 0;
    json_array_foreach(json_object_get(r, "counters"), k, c)
        found |= !strcmp(str(c, "case", NULL), case_id);
    json_decref(r);
    return found;
}

Test(runner, a_profile_counts_for_the_gates_that_are_named)
{
    json_array_append_new(json_object_get(lab, "gates"),
                          json_pack("{s:s s:s s:s s:s s:s s:i s:s}", "id", "g2", "call", "scale", "case", "n1m",
                                    "counter", "c_stores", "op", "<=", "value", 1, "why", "nothing is stored"));
    cr_assert(counts_for(NULL, "n64k") && counts_for(NULL, "n1m"));
    cr_assert(counts_for("g2", "n1m"));
    cr_assert_not(counts_for("g2", "n64k"), "the case's tag asks for nothing where a gate is named");
    cr_assert_not(counts_for("another", "n1m"));
}

/* A submission: `top` stands before the function, `body` inside it; then it does what it should. */
static json_t *run_body(const char *top, const char *body, const char *const *phases)
{
    char source[4096];
    snprintf(source, sizeof source,
             "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <link.h>\n#include <pthread.h>\n"
             "#include <sched.h>\n#include <signal.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
             "#include <string.h>\n#include <sys/mman.h>\n#include <sys/ptrace.h>\n#include <sys/resource.h>\n"
             "#include <sys/socket.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n"
             "void scale(int n, const float *x, float *y);\n%s\n"
             "void scale(int n, const float *x, float *y)\n{\n    %s\n"
             "    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n}\n", top, body);
    return run("learner", source, phases);
}

Test(runner, a_curve_is_the_learners_own_output_be_it_right_or_wrong)
{
    static const char *const phases[] = { "correct", "profile", NULL };
    json_object_set_new(lab, "curves", json_pack("[{s:s s:s s:s s:s}]", "id", "y", "call", "scale", "case", "n64k",
                                                 "output", "y"));
    json_t *r = run_body("", "if (n == 65536) { for (int i = 0; i < n; i++) y[i] = 7; return; }", phases);
    const json_t *c = json_array_get(json_object_get(r, "curves"), 0);
    cr_assert_eq(json_array_size(json_object_get(r, "curves")), 1);
    cr_assert_eq(json_integer_value(json_object_get(c, "n")), 65536);
    cr_assert_eq(json_number_value(json_object_get(c, "last")), 7);
    json_decref(r);
}

Test(runner, endings)
{
    static const struct {
        const char *body, *says;
        int code;
    } t[] = {
        { "*(volatile int *)8 = n;", "segmentation fault", 4 },
        { "((float *)x)[0] = 1; ((volatile float *)x)[n] = 2;", "segmentation fault", 4 },
        { "munmap((void *)((uintptr_t)y & ~4095ul), 4096); ((volatile float *)y)[0] = 1;", "segmentation fault", 4 },
        { "volatile char big[64 << 20]; big[0] = 1; big[sizeof big / 2] = 2;", "8 MiB of stack", 4 },
        { "volatile int z = 0; y[0] = (float)(n / z);", "arithmetic fault", 4 },
        { "__builtin_trap();", "illegal instruction", 4 },
        { "abort();", "abort()", 4 },
        { "exit(0);", "exit(0)", 4 },
        { "_exit(123);", "exit(123)", 4 }, /* our own children's codes are nobody else's */
        { "_exit(124);", "exit(124)", 4 },
        { "_exit(125);", "exit code 125", 8 }, /* of this one a verdict would be none */
        { "for (;;) __asm__ volatile(\"\");", "wall-clock limit", 5 },
        { "char b[4096] = \"x\"; for (;;) if (write(1, b, sizeof b) < 0) break;", "more than 1 MiB", 5 },
        { "if (!malloc(1ull << 40)) exit(3);", "exit(3)", 4 },
        { "fork();", "system call", 8 },
        { "execl(\"/bin/sh\", \"sh\", \"-c\", \"true\", (char *)0);", "system call", 8 },
        { "socket(2, 1, 0);", "system call", 8 },
        { "kill(getppid(), 9);", "system call", 8 },
        { "ptrace(PTRACE_ATTACH, getppid(), 0, 0);", "system call", 8 },
        { "setpriority(PRIO_PROCESS, 0, 1);", "system call", 8 },
        { "pthread_t p; pthread_create(&p, 0, (void *(*)(void *))(uintptr_t)abort, 0);", "system call", 8 },
        { "raise(SIGSTOP);", "system call", 8 },
        { "for (;;) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGCONT);", "system call", 8 },
        /* cut in the middle of a character: the row must survive */
        { "for (int k = 0; k < 500; k++) printf(\"%s\\xc3\\xa9\", k ? \"\" : \"a\"); fflush(stdout); abort();",
          "It wrote: a\xc3\xa9", 4 },
        { "for (int k = 0; k < 500; k++) printf(\"\\xff\\xe2\\x80\"); fflush(stdout); abort();", "\\xff\\xe2\\x80", 4 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        witness_begin();
        json_t *r = run_body("", t[k].body, correct);
        const char *said = str(last_case(r), "message", NULL), *status = str(last_case(r), "status", NULL);
        int code = (int)json_integer_value(json_object_get(json_object_get(r, "error"), "code"));
        cr_assert_str_eq(status, "ERROR", "%s: %s", t[k].body, said);
        if (!witness_excuses(said))
            cr_assert(strstr(said, t[k].says) && code == t[k].code, "%s: %s (%d)", t[k].body, said, code);
        json_decref(r);
    }
}

/* Refused or pointless, and no reason to end the run. */
Test(runner, harmless)
{
    static const char *const t[] = {
        "close(0); close(1); close(2);",
        "if (open(\"/proc/self/mem\", O_RDWR) >= 0 || open(\"/etc/passwd\", O_RDONLY) >= 0) abort();",
        "for (int fd = 3; fd < 1024; fd++) { char c; if (read(fd, &c, 1) >= 0) abort(); }",
        "usleep(100000000);",
        "signal(SIGXCPU, SIG_IGN); signal(SIGSEGV, SIG_IGN);",
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = run_body("", t[k], correct);
        cr_assert_str_eq(str(last_case(r), "status", NULL), "PASS", "%s: %s", t[k], str(last_case(r), "message", NULL));
        cr_assert_eq(json_array_size(json_object_get(r, "cases")), 3);
        json_decref(r);
    }
}

/* A constructor runs before everything else, and still in the box. */
Test(runner, constructors)
{
    static const struct {
        const char *body, *status, *says;
        int code;
    } t[] = {
        { "if (open(\"/etc/passwd\", O_RDONLY) >= 0 || open(\"/proc/self/maps\", O_RDONLY) >= 0) abort();", "PASS", "",
          0 },
        { "int n = 0; for (int fd = 0; fd < 1024; fd++) n += lseek(fd, 0, SEEK_CUR) >= 0 || errno == ESPIPE;"
          " if (n != 3) abort();",
          "PASS", "", 0 },
        { "_exit(0);", "ERROR", "exit(0)", 4 },
        { "_exit(123);", "ERROR", "exit(123)", 4 },
        { "_exit(125);", "ERROR", "exit code 125", 8 },
        { "abort();", "ERROR", "abort()", 4 },
        { "fork();", "ERROR", "system call", 8 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        char top[512];
        snprintf(top, sizeof top, "__attribute__((constructor)) static void first(void) { %s }", t[k].body);
        json_t *r = run_body(top, "", correct);
        cr_assert_str_eq(str(last_case(r), "status", NULL), t[k].status, "%s: %s", t[k].body,
                         str(last_case(r), "message", NULL));
        cr_assert(strstr(str(last_case(r), "message", NULL), t[k].says), "%s: %s", t[k].body,
                  str(last_case(r), "message", NULL));
        cr_assert_eq(json_integer_value(json_object_get(json_object_get(r, "error"), "code")), t[k].code, "%s",
                     t[k].body);
        json_decref(r);
    }
}

/* Looks for the page of `done` behind the loader's back: at the first call it holds PROTO_READY. */
#define FIND_DONE                                                                                                   \
    "static volatile uint32_t *done;\n"                                                                             \
    "static int seg(struct dl_phdr_info *i, size_t s, void *d)\n{\n    (void)s; (void)d;\n"                          \
    "    for (int k = 0; k < i->dlpi_phnum; k++) {\n        const ElfW(Phdr) *h = &i->dlpi_phdr[k];\n"                \
    "        if (h->p_type != PT_LOAD || !(h->p_flags & PF_W)) continue;\n"                                         \
    "        uintptr_t a = (i->dlpi_addr + h->p_vaddr + 7) & ~7ul, e = i->dlpi_addr + h->p_vaddr + h->p_memsz;\n"     \
    "        for (; a + 8 <= e; a += 8) {\n            uintptr_t v = *(uintptr_t *)a;\n"                              \
    "            if (!(v & 4095) && v > 0x10000000 && !(v >> 47) && *(volatile uint32_t *)v == 0xffffffffu)\n"      \
    "                done = (volatile uint32_t *)v;\n        }\n    }\n    return 1;\n}\n"

Test(runner, a_forged_done_gains_nothing)
{
    static const struct {
        const char *body, *status;
    } t[] = {
        { "*done = 77; for (;;) __asm__ volatile(\"\");", "ERROR" }, /* to a call that nobody made */
        { "*done = calls; syscall(SYS_futex, done, 1, 1, 0, 0, 0); for (volatile long q = 0; n && q < 1l << 28; q++);",
          "FAIL" }, /* too early: what is not yet written is missing */
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        char body[512];
        snprintf(body, sizeof body, "static uint32_t calls; calls++; if (!done) dl_iterate_phdr(seg, 0);\n"
                                    "    if (!done) abort();\n    %s", t[k].body);
        json_t *r = run_body(FIND_DONE, body, correct);
        cr_assert_str_eq(str(last_case(r), "status", NULL), t[k].status, "%s", str(last_case(r), "message", NULL));
        json_decref(r);
    }
}

Test(runner, compilers_speak_in_the_learners_file)
{
    json_t *r = run("learner", "void scale(int n)\n{\n    syntax error;\n}\n", correct);
    cr_assert_not(json_is_true(json_object_get(json_object_get(r, "build"), "ok")));
    cr_assert(strstr(str(r, "build", "log"), "scale.c:3:"), "%s", str(r, "build", "log"));
    json_decref(r);
}

Test(runner, compiling_reads_nothing_of_ours)
{
    static const char *const t[] = { "#include \"/etc/passwd\"\n", "#include \"../../kernels/t-scale/ref.c\"\n",
                                     "#include \"ref.c\"\n", "__asm__(\".incbin \\\"/etc/passwd\\\"\");\n" };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = run("learner", t[k], correct);
        cr_assert_not(json_is_true(json_object_get(json_object_get(r, "build"), "ok")), "%s", t[k]);
        cr_assert_null(strstr(str(r, "build", "log"), "root:"), "%s", t[k]);
        json_decref(r);
    }
}

Test(runner, compilers_are_stopped)
{
    static const struct {
        const char *source, *says;
        int limit;
    } t[] = {
        { "#include __FILE__\n#include __FILE__\nint x\n", "1 MiB of messages", 1 },
        { "char a[8ull << 30] = { 1 };\n", "grew beyond 64 MiB", 1 },
        { "__asm__(\".rept 1000000000\\n.quad 1\\n.endr\");\n", "out of memory", 0 },
        { "#include </dev/stdin>\n", "scale", 0 }, /* it is empty, or in a root of its own not there */
        { "#include \"/proc/self/environ\"\n", "fatal error", 0 },
        { "#include \"/dev/tty\"\n", "fatal error", 0 },
        { "int scale_is_missing;\n", "defines no scale: declared in lab.h", 0 },
        { "#error \033]52;c;Zm9v\a\n", "\\x1b]52;c;Zm9v\\x07", 0 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = run("learner", t[k].source, correct);
        const json_t *b = json_object_get(r, "build");
        cr_assert_not(json_is_true(json_object_get(b, "ok")), "%s", t[k].source);
        cr_assert(strstr(str(b, "log", NULL), t[k].says), "%s: %s", t[k].source, str(b, "log", NULL));
        cr_assert_eq(json_is_true(json_object_get(b, "limit")), t[k].limit, "%s", t[k].source);
        json_decref(r);
    }
}

Test(runner, sanitizers_point_at_the_line)
{
    static const struct {
        const char *source, *says;
        int line;
    } t[] = {
        { "void scale(int n, const float *x, float *y)\n{\n    for (int i = 0; i <= n; i++)\n        y[i] = 2 * x[i];\n}\n",
          "heap-buffer-overflow", 4 },
        { "#include <limits.h>\nvoid scale(int n, const float *x, float *y)\n{\n    volatile int k = INT_MAX;\n    k = k + n;\n"
          "    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n}\n",
          "signed integer overflow", 5 },
        { "#include <stdlib.h>\nstatic void *volatile keep;\nvoid scale(int n, const float *x, float *y)\n{\n    keep = malloc(10);\n    keep = 0;\n"
          "    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n}\n",
          "leak", 5 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = run("learner", t[k].source, sanitize);
        const json_t *s = json_object_get(r, "sanitize");
        cr_assert_str_eq(str(s, "status", NULL), "ERROR", "row %zu: %s", k, str(s, "message", NULL));
        cr_assert(strstr(str(s, "log", NULL), t[k].says) || strstr(str(s, "message", NULL), t[k].says), "row %zu: %s",
                  k, str(s, "log", NULL));
        cr_assert_eq(json_integer_value(json_object_get(s, "line")), t[k].line, "row %zu: %s", k, str(s, "log", NULL));
        json_decref(r);
    }
}

/* The argument, the end and the distance, in the same words as those of a guard. */
Test(runner, a_sanitizer_names_the_argument_that_was_overrun)
{
    static const struct {
        const char *body, *says;
    } t[] = {
        { "y[n] = 1;", " wrote past the end of y (element %d of %d), in case " },
        { "volatile float v = x[n]; (void)v;", " read past the end of x (element %d of %d), in case " },
        { "y[-2] = 1;", " wrote before the start of y (element -2), in case " },
        { "volatile int m = 3; volatile char *p = malloc(m); p[m] = 1; free((void *)p);", "scale, case " },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        char source[300], want[200];
        snprintf(source, sizeof source, "#include <stdlib.h>\nvoid scale(int n, const float *x, float *y)\n{\n%s\n}\n",
                 t[k].body);
        static const char *const only[] = { "sanitize", NULL };
        json_t *r = run("learner", source, only);
        const json_t *s = json_object_get(r, "sanitize");
        const char *said = str(s, "message", NULL);
        int n = 0;
        if (!strncmp(said, "scale(n=", 8))
            n = atoi(said + 8);
        snprintf(want, sizeof want, t[k].says, n, n);
        cr_assert(strstr(said, want), "row %zu: %s", k, said);
        cr_assert_eq(!strncmp(said, "scale(n=", 8), k < 3, "row %zu: %s", k, said);
        cr_assert_eq(json_integer_value(json_object_get(s, "line")), 4, "row %zu: %s", k, said);
        json_decref(r);
    }
}

/* What is said is not what was found, and what is left behind is not left. */
Test(runner, sanitizers_are_not_talked_round)
{
    static const struct {
        const char *top, *body, *status, *says;
    } t[] = {
        { "static void *volatile keep;",
          "puts(\"LeakSanitizer has encountered a fatal error\"); fflush(stdout); keep = malloc(7); keep = 0;", "ERROR",
          "memory leaks" },
        { "", "puts(\"LeakSanitizer has encountered a fatal error\"); fflush(stdout); ((volatile float *)y)[n] = 1;",
          "ERROR", "heap-buffer-overflow" },
        { "", "if (fork() == 0) { setsid(); for (;;) __asm__ volatile(\"\"); } kill(getppid(), 9);", "PASS", "" },
        { "static int f(void *p) { (void)p; for (;;) __asm__ volatile(\"\"); } static char st[65536], st2[65536];",
          "clone(f, n == 0 ? st + 65536 : st2 + 65536, CLONE_VM, 0);", "PASS", "" },
        { "", "if (n == 1) for (;;) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGCONT);", "ERROR",
          "system call" },
    };
    static const char *const only[] = { "sanitize", NULL };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = run_body(t[k].top, t[k].body, only);
        const json_t *s = json_object_get(r, "sanitize");
        cr_assert_str_eq(str(s, "status", NULL), t[k].status, "row %zu: %s", k, str(s, "log", NULL));
        cr_assert(strstr(str(s, "message", NULL), t[k].says), "row %zu: %s", k, str(s, "message", NULL));
        cr_assert_eq(processes_under(scratch), 0, "row %zu", k);
        json_decref(r);
    }
}

Test(runner, the_profile_knows_atomics)
{
    static const char *const phases[] = { "correct", "profile", NULL };
    json_t *r = run_body("#include <stdatomic.h>\nstatic _Atomic unsigned a; static _Atomic long b;",
                         "atomic_fetch_or(&a, 1u); atomic_fetch_and(&a, 3u); atomic_fetch_xor(&a, 2u); long c = 5;"
                         " atomic_fetch_add(&b, 1); atomic_compare_exchange_weak(&b, &c, 3);"
                         " __atomic_fetch_nand(&a, 1u, 5); atomic_signal_fence(memory_order_seq_cst);", phases);
    cr_assert_eq(json_array_size(json_object_get(r, "skipped")), 0);
    cr_assert_eq(json_array_size(json_object_get(r, "counters")), 7);
    json_decref(r);
}

/* A lab that lost a part on its way is refused in a sentence, whichever part it was. */
Test(runner, malformed_labs)
{
    static const struct {
        const char *at[4], *says; /* the path to what is deleted; an array's name stands for its first element */
    } t[] = {
        { { "reference" }, "\"reference\"" },
        { { "calls", "name" }, "calls[0]" },
        { { "calls", "args", "kind" }, "calls[0].args[0]" },
        { { "calls", "oracle" }, "nothing judges the call scale" },
        { { "cases", "id" }, "cases[0]" },
        { { "cases", "calls", "call" }, "cases[0].calls[0]" },
        { { "gates", "counter" }, "gates[0]" },
        { { "bench", "case" }, "bench[0]" },
        { { "cases", "calls", "counts" }, "no usable size" },
        { { "gates", "case" }, "" }, /* a compile gate has none */
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *whole = lab, *o = lab = json_deep_copy(whole);
        size_t n = 0;
        for (; t[k].at[n + 1]; n++)
            o = json_array_get(json_object_get(o, t[k].at[n]), 0);
        json_object_del(o, t[k].at[n]);
        json_t *r = run_body("", "", correct);
        cr_assert(strstr(str(r, "error", "message"), t[k].says), "row %zu: %s", k, str(r, "error", "message"));
        cr_assert_eq(json_is_object(json_object_get(r, "error")), t[k].says[0] != 0, "row %zu", k);
        json_decref(r);
        json_decref(lab);
        lab = whole;
    }
}

/* Whatever TMPDIR is, and whatever an earlier run left in it. */
Test(runner, places)
{
    char path[128], other[128];
    snprintf(path, sizeof path, "%s/ridge-run-killed", scratch);
    snprintf(other, sizeof other, "%s/ridge-run-killed/src", scratch);
    cr_assert_eq(mkdir(path, 0700) || mkdir(other, 0700), 0);
    utimensat(AT_FDCWD, path, (struct timespec[2]){ { 1, 0 }, { 1, 0 } }, 0);
    json_decref(run_body("", "", correct)); /* it counts the leftovers */

    setenv("TMPDIR", "/nonexistent/place", 1);
    json_t *r = run_body("", "", correct);
    cr_assert(strstr(str(r, "error", "message"), "TMPDIR"), "%s", str(r, "error", "message"));
    json_decref(r);

    cr_assert_eq(chdir(scratch), 0);
    setenv("TMPDIR", ".", 1);
    r = run_body("", "", correct);
    cr_assert_str_eq(str(last_case(r), "status", NULL), "PASS", "%s", str(r, "error", "message"));
    json_decref(r);
}

Test(runner, a_missing_child_is_said)
{
    char cmd[512], program[128];
    snprintf(program, sizeof program, "%s/ridge-exec", scratch);
    snprintf(cmd, sizeof cmd, "cp %s %s", getenv("RIDGE_TEST_EXEC"), program);
    cr_assert_eq(system(cmd), 0);
    setenv("RIDGE_TEST_EXEC", program, 1);
    json_t *r = run_body("", "", correct);
    cr_assert(strstr(str(r, "error", "message"), "ridge-child: No such file"), "%s", str(r, "error", "message"));
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(r, "error"), "code")), 9);
    json_decref(r);
}

Test(runner, file_names_are_not_options)
{
    struct err err = { "" };
    json_t *files = json_pack("{s:s}", "-fplugin=x.c", "int x;");
    struct runner_request q = { .lab = lab, .root = getenv("RIDGE_TEST_ROOT"), .cache = scratch,
                                .program = getenv("RIDGE_TEST_EXEC"), .impl = "learner", .backend = "cpu",
                                .files = files };
    struct runner *r = runner_start(&q, &err);
    runner_wait(r, NULL, NULL, NULL);
    cr_assert(strstr(str(runner_report(r), "error", "message"), "is not accepted"));
    runner_finish(r);
    json_decref(files);
}

#define TEN(x) x x x x x x x x x x
/* A million tokens a line, and a hundred lines: time, but little memory. */
#define SLOW_TO_COMPILE                                                                                       \
    "#define A(x) x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x\n#define B A(A(A(A(A(1)))))\n" TEN(TEN("#if B == 0\n#endif\n")) \
    "int z;\n"

Test(runner, a_cancelled_run_leaves_nothing)
{
    static const struct {
        const char *what, *source;
        int after_ms;
    } t[] = {
        { "running", "void scale(int n, const float *x, float *y)\n{\n    (void)n; (void)x; (void)y;\n"
                     "    for (;;)\n        __asm__ volatile(\"\");\n}\n", 800 },
        { "compiling", SLOW_TO_COMPILE, 400 },
        { "starting", SLOW_TO_COMPILE, 0 },
        { "starting a compiler", SLOW_TO_COMPILE, 8 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        struct runner *r = start("learner", t[k].source, correct);
        for (int ms = 0; ms < t[k].after_ms; ms += 4) {
            usleep(4000);
            runner_pump(r, NULL, NULL);
        }
        runner_cancel(r);
        runner_wait(r, NULL, NULL, NULL);
        cr_assert_null(runner_report(r), "%s", t[k].what);
        cr_assert_str_eq(runner_failure(r), "The run was cancelled.");
        runner_finish(r);
        cr_assert_eq(leftovers(), 0, "%s", t[k].what);
        cr_assert_eq(processes_under(scratch), 0, "%s", t[k].what);
    }
}

static int descriptors(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

/* Runs that end well, badly, early and not at all: what a long evening in the workbook is made of. */
Test(runner, runs_leave_no_descriptor_open)
{
    struct err err = { "" };
    int at_first = descriptors();
    for (int k = 0; k < 12; k++) {
        json_decref(run("reference", NULL, correct));
        json_decref(run("learner", "this is no C\n", correct));
        struct runner *r = start("reference", NULL, correct);
        runner_cancel(r);
        runner_wait(r, NULL, NULL, NULL);
        runner_finish(r);
        struct runner_request none = { .lab = lab, .root = "/", .program = "/nonexistent", .impl = "reference" };
        r = runner_start(&none, &err);
        if (r) {
            runner_wait(r, NULL, NULL, NULL);
            runner_finish(r);
        }
        cr_assert_eq(descriptors(), at_first, "round %d", k);
    }
}

Test(runner, a_missing_program_is_said)
{
    struct err err = { "" };
    json_t *files = json_object();
    struct runner_request q = { .lab = lab, .root = ".", .cache = scratch, .program = "/nonexistent/ridge-exec",
                                .impl = "learner", .backend = "cpu", .files = files };
    struct runner *r = runner_start(&q, &err);
    runner_wait(r, NULL, NULL, NULL);
    cr_assert_null(runner_report(r));
    cr_assert(strstr(runner_failure(r), "No such file"), "%s", runner_failure(r));
    runner_finish(r);
    json_decref(files);
}

Test(runner, the_fakes_are_refused)
{
    json_t *r = run("fakes", NULL, NULL);
    size_t k;
    const json_t *f;
    cr_assert_geq(json_array_size(json_object_get(r, "fakes")), 12);
    json_array_foreach(json_object_get(r, "fakes"), k, f)
        if (json_integer_value(json_object_get(f, "tried")))
            cr_assert(json_is_true(json_object_get(f, "rejected")), "%s", str(f, "name", NULL));
    json_decref(r);
}
