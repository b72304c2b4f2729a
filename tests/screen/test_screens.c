/* The workbook as a person uses it: the real program, its keys, its screen, its terminal after. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/db.h"
#include "person.h"


TestSuite(screens, .init = setup, .fini = teardown, .timeout = 120);

Test(screens, a_week_is_read_and_ticked)
{
    open_at(24, 80, NULL);
    vt_keys(t, ":week 1: The roofline model" ENTER);
    SEES("week 1");
    SEES("0 of 6");
    vt_keys(t, " ");
    SEES("1 of 6");
    vt_keys(t, ENTER);
    SEES("Arithmetic intensity is work divided by traffic");
    vt_keys(t, "l");
    SEES("lesson");
    SEES("0 %");
    vt_keys(t, " ");
    SEES("%");
    vt_keys(t, "/ridge point" ENTER);
    SEES("ridge point");
    vt_keys(t, "o");
    SEES("Reading");
    vt_keys(t, "oqq");
    SEES("NEXT");
    vt_keys(t, "qq");
    leaves_with(0);
}

Test(screens, a_lab_is_edited_run_and_read)
{
    const char *env[] = {editor("echo '/* mine */' >>\"$last\""), NULL};
    open_at(24, 80, env);
    open_lab();
    SEES("Task");
    SEES("Cost card");
    edit_file();
    run_it();
    SEES("Results");
    SEES("FAIL");
    SEES("expected");
    vt_resize(t, 5, 20);
    SEES("Ridge needs");
    vt_keys(t, "jjkk");
    vt_resize(t, 12, 44);
    SEES("Results");
    vt_resize(t, 24, 80);
    SEES("Results");
    SEES("Cost card");
    vt_keys(t, "H");
    SEES("history");
    vt_keys(t, ENTER);
    SEES("history › run");
    vt_keys(t, "qqqq");
    SEES("NEXT");
    SEES("LATELY");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, ctrl_c_while_it_runs)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "e");
    SEES("Laid out in");
    run_it();
    vt_keys(t, CTRL_C);
    SEES("is stopped; nothing was recorded");
    kill(vt_pid(t), SIGTERM);
    leaves_with(130);
}

Test(screens, ctrl_c_at_any_of_the_first_moments)
{
    for (int k = 0; k < 24; k++) {
        t = vt_open(home, 24, 80, NULL);
        usleep((useconds_t)k * 2500);
        for (int n = 0; n < 1000 && !vt_over(t); n++) { /* home asks, and the second is its answer */
            vt_keys(t, CTRL_C);
            vt_pump(t, 60);
        }
        int status = vt_end(t);
        cr_assert(status != -1, "after %d us", k * 2500);
        cr_assert(vt_restored(t), "after %d us", k * 2500);
        cr_assert(!vt_left_behind());
        vt_close(t);
        t = NULL;
    }
}

Test(screens, opens_where_it_was_left)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "a");
    SEES("questions");
    vt_keys(t, "]]");
    SEES("3 of ");
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    t = vt_open(home, 24, 80, NULL);
    SEES("questions");
    SEES("3 of ");
    vt_keys(t, "qqq");
    SEES("NEXT");
    vt_keys(t, "qq");
    leaves_with(0);
}

Test(screens, a_question_is_answered)
{
    open_at(24, 80, NULL);
    vt_keys(t, ":week 1: The roofline model" ENTER "a");
    SEES("questions");
    vt_keys(t, ENTER);
    SEES("answer in FLOP");
    vt_keys(t, "12 GB" ENTER);
    SEES("not a unit of this quantity");
    SEES("12 GB"); /* to be mended */
    vt_keys(t, "\025"
               "12 FLOP" ENTER);
    SEES("is not the answer");
    vt_keys(t, ENTER);
    SEES("answer in");
    vt_keys(t, ESC);
    SEES("keys");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, the_card_asks_and_a_hint_is_taken)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "c");
    SEES("flops in FLOP");
    vt_keys(t, "2 GFLOP" ENTER);
    SEES("you said 2 GFLOP");
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, "h");
    SEES("Hints");
    SEES("1 of 3");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, a_compiler_error_leads_to_its_line)
{
    char path[160], line[4096] = "";
    snprintf(path, sizeof path, "%s/args", home);
    const char *env[] = {
        editor("case $1 in +*) echo \"$1 $last\" >\"$HOME/args\" ;;\n"
               "*) echo 'int broken(void) { return nothing; }' >>\"$last\" ;; esac"),
        NULL};
    open_at(30, 100, env);
    open_lab();
    vt_keys(t, "e");
    SEES("Laid out in");
    run_it();
    SEES("Results");
    SEES("does not build");
    SEES("undeclared");
    /* the mark is in the results after an edit, where the next step and places in files can be marked */
    /* a run that the editor's saving began makes the page anew, and its first mark is the next step's again */
    for (int k = 0; k < 40 && access(path, R_OK); k++) {
        settled();
        if (vt_shows(t, "\u2502\u203a roofline.c:"))
            vt_keys(t, ENTER);
        else
            vt_keys(t, "j");
    }
    FILE *f = fopen(path, "r");
    cr_assert(f != NULL, "the editor was opened at a line");
    cr_assert(fgets(line, sizeof line, f) != NULL);
    fclose(f);
    cr_assert(line[0] == '+' && strstr(line, "roofline.c"), "got %s", line);
    SEES("Results");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, all_failed_cases_are_a_page)
{
    open_at(40, 100, NULL);
    open_lab();
    vt_keys(t, "e");
    SEES("Laid out in");
    run_it();
    SEES("cases right");
    SEES("cost_gemm(m=1, n=1, k=1, b=4).flops: expected 2, ");
    SEES("more: Enter shows all of them");
    vt_keys(t, "j" ENTER); /* after what comes next, where the mark is after an edit, the list of failures */
    SEES("failed cases");
    SEES("cost_attn_unfused(B=");
    vt_keys(t, "/chain-7\r");
    SEES("fma_chain, case chain-7");
    vt_keys(t, "q");
    SEES("Results");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, a_save_runs_it)
{
    char path[200];
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "e");
    SEES("watching (inotify)");
    snprintf(path, sizeof path, "%s/ridge/%s/w01-roofline/roofline.c", home, LABS);
    FILE *f = fopen(path, "a");
    cr_assert(f != NULL, "%s", path);
    fputs("/* saved */\n", f);
    fclose(f);
    SEES("Results");
    SEES("FAIL");
    vt_keys(t, "w");
    SEES("Saving a file no longer");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* The editor puts w01's reference in place. */
static void save_what_is_right(const char *load)
{
    const char *env[] = { editor("cp \"$RIDGE_SRC/kernels/w01-roofline/ref.c\" \"$last\""), "RIDGE_WATCH_QUIET_S=1",
                          load, NULL };
    open_at(24, 100, env);
    open_lab();
    vt_keys(t, "e");
    SEES("Run 1");
    SEES("\u2713 correct");
}

Test(screens, what_was_saved_is_timed_once_it_is_quiet)
{
    save_what_is_right("RIDGE_WATCH_LOAD=1000000");
    vt_keys(t, "p");
    SEES("Run 2");
    vt_keys(t, "e");
    SEES("no save for a while: timing now");
    vt_keys(t, "x");
    SEES("stopped");
    SEES("Milestones"); /* nothing goes on by itself */
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, a_busy_machine_times_nothing_and_says_so)
{
    save_what_is_right("RIDGE_WATCH_LOAD=0");
    vt_keys(t, "p");
    SEES("Run 2");
    vt_keys(t, "e");
    SEES("Machine busy (load");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, polling_says_why)
{
    const char *env[] = {"RIDGE_WATCH=poll", NULL};
    open_at(24, 100, env);
    open_lab();
    vt_keys(t, "e");
    SEES("watching (polling: asked for");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, a_run_is_stopped)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "e");
    SEES("Laid out in");
    run_it();
    vt_keys(t, "x");
    SEES("stopped");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A run that is stopped before its process is ready must take nothing else with it. */
Test(screens, runs_are_stopped_in_their_first_moment)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "e");
    SEES("Laid out in");
    vt_keys(t, "r");
    SEES("First say");
    for (int k = 0; k < 12; k++) {
        vt_keys(t, "rx");
        vt_pump(t, 3 * k);
    }
    SEES("stopped");
    vt_keys(t, "rrr"); /* each starts afresh; the last one is let go on */
    SEES("Results");
    SEES("FAIL");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* At home q asks whether to leave, and the next key may say so. */
static int has_a_page_below(void)
{
    vt_resize(t, 24, 80);
    settled();
    return vt_shows(t, "back");
}

Test(screens, a_storm_of_sizes_and_keys)
{
    static const char *const keys[] = {"j", "k", ENTER,        "q", "\t", "G", "g",
                                       " ", "]", ("/a" ENTER), "n", "o",  "?", "l"};
    unsigned seed = 7;
    open_at(24, 80, NULL);
    for (int k = 0; k < 150; k++) {
        seed = seed * 1103515245u + 12345u;
        vt_resize(t, 1 + (int)(seed >> 8) % 60, 1 + (int)(seed >> 16) % 160);
        const char *key = keys[(seed >> 4) % (sizeof keys / sizeof keys[0])];
        if (strcmp(key, "q") || has_a_page_below())
            vt_keys(t, key);
        vt_pump(t, 15);
    }
    vt_resize(t, 24, 80);
    SEES("? keys");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* As a terminal reports it: button, column and row from 0. */
static void press(int button, int x, int y)
{
    char sequence[64];
    snprintf(sequence, sizeof sequence, ESC "[<%d;%d;%dM" ESC "[<%d;%d;%dm", button, x + 1, y + 1, button, x + 1,
             y + 1);
    vt_keys(t, sequence);
}

Test(screens, the_mouse_marks_opens_scrolls_and_presses)
{
    open_at(24, 80, NULL);
    press(0, 12, 2);
    press(0, 12, 2);
    SEES("Milestones");
    press(0, 75, 23); /* "q back" */
    SEES("NEXT");
    press(0, 66, 23); /* "? keys" */
    SEES("Everywhere");
    for (int k = 0; k < 80; k++)
        press(65, 10, 10);
    SEES("Signs");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, pasted_text_is_no_key)
{
    open_at(24, 80, NULL);
    vt_keys(t, ESC "[200~qQ\rx" ESC "[201~");
    SEES("Pasted text is not taken for keys");
    vt_keys(t, "/" ESC "[200~the map\nof" ESC "[201~");
    SEES("search all pages: the map of");
    vt_keys(t, ESC);
    SEES("Your text is kept");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, a_theme_is_kept)
{
    open_at(24, 80, NULL);
    vt_keys(t, "\024\024");
    SEES("Theme: light");
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    open_at(24, 80, NULL);
    vt_keys(t, "\024");
    SEES("Theme: colour-blind");
    cr_assert(vt_colored(t));
    vt_keys(t, "\024");
    SEES("Theme: mono");
    cr_assert(!vt_colored(t));
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, eight_colours_or_two)
{
    const char *eight[] = {"TERM=xterm", NULL}, *two[] = {"TERM=vt100", NULL};
    open_at(24, 80, eight);
    cr_assert(vt_colored(t));
    vt_keys(t, "qq");
    leaves_with(0);
    vt_close(t);
    open_at(24, 80, two);
    cr_assert(!vt_colored(t));
    vt_keys(t, "qq");
    leaves_with(0);
}

Test(screens, stopped_and_continued)
{
    open_at(24, 80, NULL);
    stops();
    cr_assert(vt_restored(t), "the shell gets its terminal");
    kill(vt_pid(t), SIGCONT);
    SEES("NEXT");
    vt_keys(t, "qq");
    leaves_with(0);
}

/* Terminals made with libvterm restore the cursor's visibility with the screen. */
Test(screens, stopped_while_a_line_is_asked_for)
{
    open_at(24, 80, NULL);
    vt_keys(t, "/");
    SEES("search all pages:");
    stops();
    kill(vt_pid(t), SIGCONT);
    SEES("search all pages:");
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, "qq");
    leaves_with(0);
}

/* The same for an editor that was chosen in the palette. */
Test(screens, an_editor_from_the_palette)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, ":");
    SEES("command or page");
    vt_keys(t, "edit your" ENTER);
    SEES("Laid out in");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* What was kept of the crash, all of it; "" when nothing was. */
static const char *crash_report(void)
{
    static char text[8192];
    char path[160];
    size_t n = 0;
    snprintf(path, sizeof path, "%s/ridge/crash-%d.txt", home, (int)vt_pid(t));
    FILE *f = fopen(path, "r");
    if (f) {
        n = fread(text, 1, sizeof text - 1, f);
        fclose(f);
    }
    text[n] = 0;
    return text;
}

Test(screens, any_deadly_signal_restores_the_terminal_and_leaves_a_report)
{
    const char *env[] = {"ASAN_OPTIONS=handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0",
                         NULL}; /* these are meant */
    static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT, SIGQUIT,   SIGSYS, SIGTRAP,
                                  SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};
    for (size_t k = 0; k < sizeof signals / sizeof signals[0]; k++) {
        open_at(24, 80, env);
        vt_keys(t, "?");
        SEES("Everywhere");
        kill(vt_pid(t), signals[k]);
        int status = vt_end(t);
        cr_assert(status != -1, "signal %d ends it", signals[k]);
        cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == signals[k], "signal %d is not hidden", signals[k]);
        cr_assert(vt_restored(t), "the terminal is as it was after signal %d", signals[k]);
        cr_assert(strstr(crash_report(), "home HELP"), "signal %d: %s", signals[k], crash_report());
        cr_assert(strstr(crash_report(), "Where it was") && strstr(crash_report(), "0x"), "%s", crash_report());
        vt_close(t);
        t = NULL;
    }
}

Test(screens, terminated_and_hung_up)
{
    static const int signals[] = {SIGTERM, SIGHUP};
    for (int k = 0; k < 2; k++) {
        open_at(24, 80, NULL);
        kill(vt_pid(t), signals[k]);
        leaves_with(130);
        vt_close(t);
        t = NULL;
    }
}

Test(screens, no_colour_and_ascii)
{
    const char *env[] = {"NO_COLOR=1", "LC_ALL=C", NULL};
    open_at(24, 80, env);
    open_lab();
    cr_assert(!vt_colored(t), "NO_COLOR means none");
    cr_assert(vt_is_ascii(t), "LC_ALL=C means ASCII");
    vt_keys(t, "l");
    SEES("lesson");
    vt_keys(t, "    ");
    settled();
    cr_assert(!vt_colored(t));
    cr_assert(vt_is_ascii(t));
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A workbook whose roofs are 100 GFLOP/s and 20 GB/s, with two timed runs of w01's fma: 512 FLOP/B. */
static void a_timed_home(void)
{
    struct db *db = a_workbook();
    json_t *roofs = json_pack("{s:[{s:s s:s s:i s:f s:f s:f}] s:[{s:s s:s s:i s:f s:f s:f}]}", "flops", "isa", "avx2",
                              "type", "f32", "threads", 1, "median", 100e9, "low", 99e9, "high", 101e9, "bandwidth",
                              "level", "DRAM", "op", "copy", "threads", 1, "median", 20e9, "low", 19e9, "high", 21e9);
    cr_assert_eq(db_state_put(db, "calibration", roofs), DB_OK);
    json_decref(roofs);
    for (int k = 1; k <= 2; k++) {
        struct db_attempt a = {.lab = "w01-roofline", .lab_rev = 1, .backend = "cpu", .verb = "bench",
                               .status = "PASS"};
        struct db_file f = {"roofline.c", "", 0};
        json_t *r = json_pack("{s:[] s:[{s:s s:s s:s s:s s:i s:f s:f s:f s:f s:f s:f s:f}]}", "milestones",
                              "measurements", "bench", "fma", "call", "fma_chain", "case", "bench", "clock", "cpu",
                              "pairs", 31, "ratio", .4 * k, "lo", .39 * k, "hi", .41 * k, "t_reference", .8e-3,
                              "t_learner", 2e-3 / k, "gflops", 40.0 * k, "gbps", 1.0);
        int64_t id;
        cr_assert_eq(db_attempt_insert(db, &a, &f, 1, r, &id), DB_OK, "%s", db_error(db));
        json_decref(r);
    }
    db_close(db);
}

Test(screens, a_roofline_has_roofs_the_way_and_the_reference)
{
    a_timed_home();
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "f");
    SEES("roofline");
    SEES("ridge 5 FLOP/B");
    SEES("80 % of its compute roof");
    SEES("reference of fma                  100 GFLOP/s");
    SEES("\u2809\u2809\u2809"); /* the flat of the roof */
    SEES("fma  #1 40 \u2192 #2 80 GFLOP/s");
    vt_keys(t, "G");
    SEES("avx2 FMA, f32");
    vt_resize(t, 20, 20);
    SEES("Ridge needs");
    vt_resize(t, 24, 44);
    SEES("ridge 5 FLOP/B");
    vt_keys(t, "q");
    SEES("Milestones");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, a_roofline_in_ascii)
{
    const char *env[] = {"LC_ALL=C", NULL};
    a_timed_home();
    open_at(24, 80, env);
    open_lab();
    vt_keys(t, "f");
    SEES("80 % of its compute roof");
    SEES("//--");
    cr_assert(vt_is_ascii(t));
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, a_roofline_without_anything_says_what_to_do)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "f");
    SEES("There are no ceilings yet.");
    SEES("ridge calibrate");
    SEES("Nothing has been timed yet.");
    vt_keys(t, "q");
    SEES("Milestones");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(screens, colour_when_there_is)
{
    open_at(24, 80, NULL);
    cr_assert(vt_colored(t));
    vt_keys(t, "qq");
    leaves_with(0);
}

Test(screens, help_lists_every_key_of_the_page)
{
    open_at(40, 100, NULL);
    open_lab();
    vt_keys(t, "?");
    SEES("Here: a lab");
    SEES("build, run and grade what you wrote");
    vt_keys(t, "qQ");
    leaves_with(0);
}
