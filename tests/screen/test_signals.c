/* Signals in the middle of a run and of a class: the terminal comes back, nobody stays, the queue goes on, nothing is
 * lost. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/gradebook.h"
#include "person.h"

enum { STUDENTS = 4 };

TestSuite(signals, .init = setup, .fini = teardown, .timeout = 240);

static void again(void)
{
    vt_close(t);
    t = NULL;
}

/* Attempts in the workbook; it is sound. */
static size_t attempts(void)
{
    json_t *rows = NULL, *checks = NULL;
    size_t k, n;
    const json_t *c;
    struct db *db = a_workbook();
    cr_assert_eq(db_attempts(db, NULL, 100, &rows), DB_OK);
    cr_assert_eq(db_check(db, &checks), DB_OK);
    json_array_foreach(checks, k, c) {
        const char *what = json_string_value(json_object_get(c, "check"));
        cr_assert(json_is_true(json_object_get(c, "ok")) || !strcmp(what, "backups"), "%s: %s", what,
                  json_string_value(json_object_get(c, "message")));
    }
    n = json_array_size(rows);
    json_decref(checks);
    json_decref(rows);
    db_close(db);
    return n;
}

/* ---- a run ------------------------------------------------------------------------------------------------ */

/* Where it was left. */
static void open_at_lab(void)
{
    t = vt_open(home, 24, 80, NULL);
    cr_assert(t && vt_wait(t, "Milestones"));
}

static void begin_a_run(void)
{
    open_at(24, 80, NULL);
    open_lab();
    edit_file();
    run_it();
}

Test(signals, terminated_or_hung_up_in_a_run)
{
    static const int all[] = {SIGTERM, SIGHUP};
    begin_a_run();
    for (int k = 0; k < 2; k++) {
        kill(vt_pid(t), all[k]);
        leaves_with(130);
        again();
        cr_assert_eq(attempts(), 0, "half a run is none");
        open_at_lab();
        if (k == 0)
            run_it();
    }
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(signals, the_window_is_closed_in_a_run)
{
    begin_a_run();
    vt_hang_up(t);
    cr_assert_neq(vt_end(t), -1, "it ends");
    cr_assert(!vt_left_behind(), "no process stays");
    again();
    cr_assert_eq(attempts(), 0);
    open_at_lab();
    vt_keys(t, "Q");
    leaves_with(0);
}

/* ncurses ignores SIGTSTP where it draws, if it may. */
Test(signals, stopped_while_it_draws)
{
    open_at(24, 80, NULL);
    cr_assert(vt_hold(t, "?"), "it draws");
    vt_keys(t, CTRL_Z);
    vt_let_go(t);
    is_stopped();
    cr_assert(vt_restored(t), "the shell gets its terminal");
    kill(vt_pid(t), SIGCONT);
    vt_keys(t, "Q");
    leaves_with(0);
}

/* What runs has limits of its own, which count on: so it is left to end, and its verdict waits. */
Test(signals, stopped_and_resized_in_a_run)
{
    begin_a_run();
    stops();
    cr_assert(vt_restored(t), "the shell gets its terminal");
    vt_resize(t, 30, 100);
    kill(vt_pid(t), SIGCONT);
    for (int k = 0; k < 40; k++) {
        vt_resize(t, 20 + k % 13, 70 + 3 * k % 60);
        vt_pump(t, 10);
    }
    vt_resize(t, 24, 80);
    SEES("Results");
    SEES("FAIL");
    vt_keys(t, "Q");
    leaves_with(0);
    cr_assert_eq(attempts(), 1);
}

/* ---- a class ---------------------------------------------------------------------------------------------- */

static void spill(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "w");
    cr_assert(f && fwrite(text, 1, n, f) == n && !fclose(f), "%s", path);
}

/* A roster, and what each has handed in: the reference, which passes, with a line of one's own. */
static void make_class(void)
{
    char path[300], key[16], text[65536];
    struct db *db = a_workbook();
    snprintf(path, sizeof path, "%s/kernels/w01-roofline/ref.c", getenv("RIDGE_SRC"));
    FILE *f = fopen(path, "r");
    cr_assert(f, "%s", path);
    size_t n = fread(text, 1, sizeof text - 64, f);
    fclose(f);
    snprintf(path, sizeof path, "%s/in", home);
    mkdir(path, 0700);
    for (int k = 0; k < STUDENTS; k++) {
        const struct db_student s = {.key = key, .name = key};
        snprintf(key, sizeof key, "m%d", k);
        cr_assert_eq(db_student_put(db, &s, NULL), DB_OK);
        snprintf(path, sizeof path, "%s/in/%s", home, key);
        mkdir(path, 0700);
        strcat(path, "/roofline.c");
        spill(path, text, n + (size_t)sprintf(text + n, "/* %s */\n", key));
    }
    db_close(db);
}

static void grade(void)
{
    static char in[80];
    static const char *const words[] = {"grade", in, "--lab", "w01", "--phase", "correct", "--jobs", "1", NULL};
    snprintf(in, sizeof in, "%s/in", home);
    t = vt_open_command(home, 24, 100, NULL, words);
    cr_assert(t);
}

/* One is graded, not all. */
static void is_under_way(void)
{
    for (int k = 0; k < VT_PATIENCE_MS / 20 && !vt_shows(t, " 1/4") && !vt_shows(t, " 2/4"); k++)
        vt_pump(t, 20);
    SEES("/4,");
}

/* How many gradings are in this state. */
static int in_state(const char *state)
{
    json_t *rows = NULL;
    const json_t *g;
    size_t k;
    int n = 0;
    struct db *db = a_workbook();
    cr_assert_eq(db_gradings(db, NULL, -1, &rows), DB_OK);
    json_array_foreach(rows, k, g)
        n += !strcmp(json_string_value(json_object_get(g, "state")), state);
    json_decref(rows);
    db_close(db);
    return n;
}

/* All of them, once each, and none of them charged with what was done to us. */
static void all_are_graded(void)
{
    json_t *rows = NULL, *audit = NULL;
    const json_t *g;
    size_t k;
    int done = 0;
    struct db *db = a_workbook();
    cr_assert_eq(db_gradings(db, "w01-roofline", -1, &rows), DB_OK);
    cr_assert_eq(json_array_size(rows), STUDENTS);
    json_array_foreach(rows, k, g)
        cr_assert_str_eq(json_string_value(json_object_get(g, "status")), "PASS");
    cr_assert_eq(db_audit_list(db, 1000, &audit), DB_OK);
    json_array_foreach(audit, k, g)
        done += !strcmp(json_string_value(json_object_get(g, "what")), "grading.done");
    cr_assert_eq(done, STUDENTS, "each verdict is given once");
    json_decref(audit);
    json_decref(rows);
    db_close(db);
    cr_assert_eq(attempts(), 0);
}

/* The rest of the class, in one go. */
static void goes_on(void)
{
    again();
    grade();
    leaves_with(0);
    all_are_graded();
}

/* A shell with jobs: it has the terminal while ours is stopped. */
static void grade_in_a_shell(void)
{
    static const char *const words[] = {"grade", "in", "--lab", "w01", "--phase", "correct", "--jobs", "1", NULL};
    char path[80], script[600];
    snprintf(path, sizeof path, "%s/shell", home);
    spill(path, script, (size_t)snprintf(script, sizeof script,
                                         "#!/bin/sh\nset -m\ncd '%s'\n'%s' \"$@\"\necho \"shell: $?\"\nread go\n"
                                         "fg >/dev/null\necho \"shell: $?\"\nread go\n", home, getenv("RIDGE_BIN")));
    chmod(path, 0700);
    setenv("RIDGE_BIN", path, 1);
    t = vt_open_command(home, 24, 100, NULL, words);
    cr_assert(t);
}

Test(signals, a_class_is_stopped_and_resized)
{
    make_class();
    grade_in_a_shell();
    is_under_way();
    vt_keys(t, CTRL_Z);
    SEES("shell: 148");
    cr_assert(vt_restored(t), "the shell gets its terminal");
    int done = in_state("done");
    cr_assert_geq(done, 1);
    vt_pump(t, 1000); /* one more would be done by then */
    cr_assert_eq(in_state("done"), done, "nobody is graded while it is stopped");
    vt_resize(t, 40, 60);
    vt_keys(t, ENTER);
    SEES("shell: 0");
    vt_keys(t, ENTER);
    leaves_with(0);
    all_are_graded();
}

Test(signals, a_class_is_terminated)
{
    make_class();
    grade();
    is_under_way();
    kill(vt_pid(t), SIGTERM);
    cr_assert(vt_wait(t, "Interrupted; what is graded is kept"));
    leaves_with(130);
    cr_assert_eq(in_state("leased"), 0, "what ran was finished");
    cr_assert(in_state("done") >= 1);
    goes_on();
}

Test(signals, a_class_is_interrupted_twice)
{
    make_class();
    grade();
    is_under_way();
    vt_keys(t, CTRL_C);
    vt_keys(t, CTRL_C);
    leaves_with(130);
    cr_assert_eq(in_state("leased"), 0, "what ran is in the queue again");
    cr_assert_geq(in_state("queued"), 1);
    goes_on();
}

Test(signals, the_window_of_a_class_is_closed)
{
    make_class();
    grade();
    is_under_way();
    vt_hang_up(t);
    cr_assert_neq(vt_end(t), -1, "it ends");
    cr_assert(!vt_left_behind(), "no process stays");
    cr_assert(in_state("done") >= 1);
    goes_on();
}
