/* test_oracle.c: an oracle that a stranger wrote (oracle_evil.c) harms nothing, and is named. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/box/box_bwrap.h"
#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "runner/exec/oracle.h"

static char scratch[] = "/tmp/ridge-test-XXXXXX", secret[64], beside[64], made[64];
static struct oracle *oracle;
static struct err said;
static double *x;

static void set_up(void)
{
    cr_assert_not_null(mkdtemp(scratch));
    snprintf(secret, sizeof secret, "%s/id_ed25519", scratch);
    snprintf(made, sizeof made, "%s/made", scratch);
    char *dir = util_path("%s/kernels", scratch);
    snprintf(beside, sizeof beside, "%s/table", dir);
    cr_assert(!util_mkdirs(dir, NULL) && !chmod(dir, 0755) && !util_write_file(secret, "x", 1, NULL) &&
              !util_write_file(beside, "x", 1, NULL));
    children_adopt();
    oracle = oracle_open(&(struct oracle_spec){ .so = getenv("RIDGE_TEST_ORACLE_EVIL"), .dirs = { dir } }, &said);
    cr_assert_not_null(oracle, "%s", said.text);
    x = oracle_memory(sizeof *x);
    free(dir);
}

static void tear_down(void)
{
    oracle_close(oracle);
    oracle_memory_free(x);
    cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1, "a process is left");
    util_remove_tree(scratch);
}

TestSuite(oracle, .init = set_up, .fini = tear_down, .timeout = 60);

/* The value that a deed comes to; -1 with `said` when the oracle is at fault. */
static double does(const char *deed, const char *path)
{
    struct ridge_buffer b = { "x", RIDGE_F64, 1, x };
    struct ridge_scalar plus = { "plus", 0.5 };
    struct ridge_case c = { path, "call", &b, 1, &plus, 1 };
    size_t index = 5;
    double want = 0, scale = 0;
    said = (struct err){ "" };
    return oracle_values(oracle, deed, &c, "x", &index, 1, &want, &scale, &said) ? -1 : want;
}

static void needs(int level)
{
    struct box_level l;
    box_level(0, &l);
    if (l.level < level)
        cr_skip_test("no such box here: %s", l.why);
}

Test(oracle, files_of_others_are_not_there)
{
    needs(1);
    cr_expect_gt(does("reads", secret), 0);
    cr_expect_gt(does("reads", "/etc/passwd"), 0);
    cr_expect_gt(does("writes", made), 0);
    cr_expect_gt(does("writes", secret), 0);
    cr_expect_gt(does("writes", beside), 0, "its own folder is to be read alone");
    cr_expect_neq(access(made, F_OK), 0);
    cr_expect_eq(does("reads", beside), 0, "a table beside it is its own: %s", said.text);
}

Test(oracle, landlock_alone_holds)
{
    setenv("RIDGE_BOX_WITHOUT", "ns", 1);
    needs(1);
    cr_expect_gt(does("reads", secret), 0);
    cr_expect_gt(does("writes", made), 0);
}

Test(oracle, a_root_of_its_own_alone_holds)
{
    needs(2);
    setenv("RIDGE_BOX_WITHOUT", "landlock", 1);
    cr_expect_gt(does("reads", secret), 0);
    cr_expect_gt(does("writes", made), 0);
}

/* So that the rows above can fail. */
Test(oracle, without_either_it_reads_all)
{
    setenv("RIDGE_BOX_WITHOUT", "ns,landlock", 1);
    if (box_by_bwrap())
        cr_skip_test("without namespaces bubblewrap makes no box");
    cr_expect_eq(does("reads", secret), 0, "%s", said.text);
}

Test(oracle, what_it_may_not_call_is_named)
{
    static const char *const row[][2] = {
        { "connects", "The lab's oracle called socket(), a system call that a lab may not make." },
        { "forks", "The lab's oracle started a process or a thread, as fork(), system() and pthread_create() do: clone() is a "
                   "system call that a lab may not make." },
        { "execs", "The lab's oracle called execve(), a system call that a lab may not make." },
        { "kills", "The lab's oracle called getppid(), a system call that a lab may not make." },
    };
    needs(1);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        cr_expect_eq(does(row[k][0], "case"), -1, "%s got through", row[k][0]);
        cr_expect_str_eq(said.text, row[k][1]);
    }
}

Test(oracle, how_it_ended_is_said)
{
    static const char *const row[][2] = {
#ifndef __SANITIZE_ADDRESS__ /* whose own last words begin with a call that a lab may not make */
        { "exits", "The lab's oracle ended by itself, with exit code 0." },
#endif
        { "exits_at_once", "The lab's oracle ended by itself, with exit code 7." },
        { "crashes", "The lab's oracle crashed with signal 11 (Segmentation fault)." },
        { "nobody", "The lab's oracle.c does not define nobody_oracle." },
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        cr_expect_eq(does(row[k][0], "case"), -1, "%s got through", row[k][0]);
        cr_expect_str_eq(said.text, row[k][1]);
    }
    cr_expect_eq(does("sees", "case"), x[0] + 0.5, "another one takes its place: %s", said.text);
}

/* Its limit is one of the wall clock: whoever has to answer within it has the usual one. */
Test(oracle, what_gives_no_answer_is_stopped)
{
    static const char *const deeds[] = { "hangs", "sleeps" };
    oracle_close(oracle);
    oracle = oracle_open(&(struct oracle_spec){ .so = getenv("RIDGE_TEST_ORACLE_EVIL"), .wall_s = 2 }, &said);
    cr_assert_not_null(oracle, "%s", said.text);
    for (size_t k = 0; k < sizeof deeds / sizeof *deeds; k++) {
        cr_expect_eq(does(deeds[k], "case"), -1, "%s got through", deeds[k]);
        cr_expect_str_eq(said.text, "The lab's oracle gave no answer within 2 s.");
    }
}

/* Our standard output carries the report. */
Test(oracle, what_it_prints_goes_nowhere)
{
    int p[2], out = dup(1);
    char byte;
    cr_assert(!pipe(p) && dup2(p[1], 1) == 1);
    double v = does("talks", "case");
    dup2(out, 1);
    close(p[1]);
    cr_expect_eq(v, 6, "%s", said.text);
    cr_expect_eq(read(p[0], &byte, 1), 0);
}

Test(oracle, it_sees_what_was_shared_before_and_after_its_birth)
{
    x[0] = 3;
    cr_expect_eq(does("sees", "case"), 3.5);
    x[0] = 4;
    cr_expect_eq(does("sees", "case"), 4.5, "what it was born with");
    double *old = x;
    x = oracle_memory(sizeof *x);
    x[0] = 5;
    cr_expect_eq(does("sees", "case"), 5.5);
    double own = 6, *shared = x;
    x = &own;
    cr_expect_eq(does("sees", "case"), 6.5, "memory that is not shared is seen by one that is born for it");
    own = 7;
    cr_expect_eq(does("sees", "case"), 7.5);
    x = shared;
    oracle_memory_free(old);
}

Test(oracle, it_fills_what_is_shared_and_nothing_else)
{
    double own = 1;
    struct ridge_buffer b = { "x", RIDGE_F64, 1, x };
    struct ridge_case c = { "case", "call", &b, 1, NULL, 0 };
    cr_expect_eq(oracle_fill(oracle, "puts", &c, "x", 42, &said), 0, "%s", said.text);
    cr_expect_eq(x[0], 42);
    b.data = &own;
    cr_expect_eq(oracle_fill(oracle, "puts", &c, "x", 43, &said), -1, "its values would be lost");
    cr_expect_eq(own, 1);
}

Test(oracle, a_verdict_without_ends_is_given_some)
{
    struct ridge_case c = { "case", "call", NULL, 0, NULL, 0 };
    struct ridge_verdict v = { .pass = 0 };
    cr_expect_eq(oracle_judge(oracle, "lies", &c, &v, &said), 0, "%s", said.text);
    cr_expect_eq(strlen(v.message), sizeof v.message - 1);
    cr_expect_eq(v.ncounters, 0);
}

/* The bytes that come too early answer later questions; the values are its author's word in any case. */
Test(oracle, more_answers_than_questions_break_nothing)
{
    for (int k = 0; k < 3; k++)
        does("answers_twice", "case");
    cr_expect(does("answers_twice", "case") >= -1);
}

Test(oracle, one_of_ridges_own_is_loaded_here)
{
    struct oracle *own = oracle_open(&(struct oracle_spec){ .so = getenv("RIDGE_TEST_ORACLE_EVIL"), .own = 1 }, &said);
    cr_assert_not_null(own, "%s", said.text);
    oracle_close(oracle);
    oracle = own;
    cr_expect_eq(does("reads", secret), 0);
    cr_expect_null(oracle_open(&(struct oracle_spec){ .so = "/nonexistent.so", .own = 1 }, &said));
    cr_expect(strstr(said.text, "nonexistent"), "%s", said.text);
}
