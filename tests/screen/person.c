/* See person.h. */
#define _GNU_SOURCE
#include "person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

char home[64];
struct vt *t;

void setup(void)
{
    strcpy(home, "/tmp/ridge-screen-XXXXXX");
    cr_assert(mkdtemp(home) != NULL);
    cr_assert(getenv("RIDGE_BIN") != NULL, "RIDGE_BIN names the program under test");
}

void teardown(void)
{
    char command[128];
    vt_close(t);
    t = NULL;
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    if (system(command))
        fprintf(stderr, "%s stays\n", home);
}

void open_at(int rows, int columns, const char *const *env)
{
    t = vt_open(home, rows, columns, env);
    cr_assert(t != NULL);
    cr_assert(vt_wait(t, "NEXT"), "home opens");
}

void leaves_with(int code)
{
    int status = vt_end(t);
    cr_assert(status != -1, "it ends");
    cr_assert(WIFEXITED(status), "it exits (signal %d)", WTERMSIG(status));
    cr_assert_eq(WEXITSTATUS(status), code, "exit code %d, wanted %d", WEXITSTATUS(status), code);
    cr_assert(vt_restored(t), "the terminal is as it was");
    cr_assert(!vt_left_behind(), "no process stays");
}

void open_lab(void)
{
    vt_keys(t, ":week 1: The roofline model" ENTER);
    SEES("week 1");
    vt_keys(t, "/w01-roofline" ENTER ENTER);
    SEES("Milestones");
}

void edit_file(void)
{
    vt_keys(t, "e");
    SEES("Laid out in");
}

void run_it(void)
{
    vt_keys(t, "r");
    SEES("First say what it will cost");
    vt_keys(t, "r");
    SEES("Running");
}

void stops(void)
{
    vt_keys(t, CTRL_Z);
    is_stopped();
}

void is_stopped(void)
{
    int status = 0;
    for (int k = 0; k < VT_PATIENCE_MS / 20 && waitpid(vt_pid(t), &status, WNOHANG | WUNTRACED) != vt_pid(t); k++)
        vt_pump(t, 20);
    if (!WIFSTOPPED(status))
        vt_print(t);
    cr_assert(WIFSTOPPED(status), "it has not stopped: status %#x", (unsigned)status);
    vt_pump(t, 100);
}

void settled(void)
{
    static const char *const nothing[] = {"%", "&"};
    static int turn;
    char answer[48];
    for (int k = 0; k < VT_PATIENCE_MS / 2000; k++) { /* again, should something else be said in its place */
        const char *key = nothing[turn++ % 2];
        snprintf(answer, sizeof answer, "%s does nothing here", key);
        vt_keys(t, key);
        for (int n = 0; n < 100; n++) {
            vt_pump(t, 20);
            if (vt_shows(t, answer))
                return;
        }
    }
    vt_print(t);
    cr_assert_fail("it answers no key");
}

const char *flop_enter(void)
{
    static char answer[48];
    for (int n = 1024; n <= 8192; n += 1024) {
        char side[48];
        snprintf(side, sizeof side, "two %d,%03d ×", n / 1000, n % 1000);
        snprintf(answer, sizeof answer, "2*%d^3 FLOP" ENTER, n);
        if (vt_shows(t, side))
            return answer;
    }
    vt_print(t);
    cr_assert_fail("no side of a matrix is on the screen");
    return "";
}

struct db *a_workbook(void)
{
    char path[160];
    struct err error = { "" };
    struct db *db = NULL;
    snprintf(path, sizeof path, "%s/ridge", home);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/ridge/ridge.db", home);
    cr_assert_eq(db_open(path, DB_CREATE, &db, &error), DB_OK, "%s", error.text);
    return db;
}

const char *editor(const char *body)
{
    static char env[160];
    char path[128];
    snprintf(path, sizeof path, "%s/editor", home);
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL);
    fprintf(f, "#!/bin/sh\nfor last in \"$@\"; do :; done\n%s\n", body);
    fclose(f);
    chmod(path, 0700);
    snprintf(env, sizeof env, "EDITOR=%s", path);
    return env;
}

void a_pack(const char *sed)
{
    char command[2048];
    snprintf(
        command, sizeof command,
        "mkdir -p '%s/ridge/packs' && cd '%s/ridge/packs' && '%s' --home '%s/author' lab new scan-rows --title Rows "
        ">/dev/null && sed -i '%s' scan/labs/scan-rows/lab.lua",
        home, home, getenv("RIDGE_BIN"), home, sed);
    setenv("RIDGE_ROOT", getenv("RIDGE_SRC"), 1);
    cr_assert_eq(system(command), 0);
}
