/*
 * A newcomer's first evenings, by keys alone: the first week is read and answered, then w02 is laid out, broken,
 * mended, profiled and driven to gold, and its history looked at. Without a GPU the lab runs on the emulator, whose
 * gold is in sectors, not in seconds: a GPU's stages stay open there.
 */
#define _GNU_SOURCE
#include "person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GUARD "if (x < R && y + j < C)" /* of what the tile is stored to */

TestSuite(newcomer, .init = setup, .fini = teardown, .timeout = 300);

/* What the editor puts in place of the learner's file when it is opened next: the reference, and with `with` in the
 * place of `what` something else. */
static void prepare(const char *what, const char *with)
{
    static char text[32768];
    char path[512];
    snprintf(path, sizeof path, "%s/kernels/w02-transpose/ref.cu", getenv("RIDGE_SRC"));
    FILE *f = fopen(path, "r");
    cr_assert(f != NULL, "%s", path);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    const char *at = strstr(text, what);
    cr_assert(at != NULL, "the reference has: %s", what);
    snprintf(path, sizeof path, "%s/next", home);
    f = fopen(path, "w");
    cr_assert(f != NULL, "%s", path);
    fprintf(f, "%.*s%s%s", (int)(at - text), text, with, at + strlen(what));
    fclose(f);
}

static void reads_and_answers_week_1(void)
{
    vt_keys(t, ":week 1: The roofline model" ENTER);
    SEES("week 1");
    vt_keys(t, " ");
    SEES("1 of 6");
    vt_keys(t, "l");
    SEES("lesson");
    vt_keys(t, "G");
    SEES("100 %");
    vt_keys(t, "qa");
    SEES("questions");
    vt_keys(t, ENTER);
    SEES("answer in FLOP");
    vt_keys(t, "12 FLOP" ENTER);
    SEES("is not the answer");
    vt_keys(t, ENTER);
    SEES("answer in FLOP");
    vt_keys(t, "\025");
    vt_keys(t, flop_enter());
    SEES("is a dot product of length"); /* worked out */
    vt_keys(t, "qq");
    SEES("NEXT");
}

/* The save alone has it run. */
static void edits(const char *what, const char *with)
{
    prepare(what, with);
    vt_keys(t, "e");
    SEES("Running");
}

Test(newcomer, from_the_first_page_to_gold)
{
    const char *env[] = {editor("cp \"$(dirname \"$0\")/next\" \"$last\""), NULL};
    if (!access("/dev/nvidia0", F_OK) || !access("/dev/dxg", F_OK))
        cr_skip_test("a GPU is here: the lab would run on it, and gold is speed there");
    open_at(40, 120, env);
    reads_and_answers_week_1();
    vt_keys(t, ":lab w02" ENTER);
    SEES("Milestones");
    edits(GUARD, "if (x < C && y + j < R)");
    SEES("Run 1 \u00b7 FAIL");
    SEES("(case 1xN)");
    SEES("expected");
    vt_keys(t, "H");
    SEES(" 1 attempt");
    cr_assert(!vt_shows(t, "1 attempts"));
    vt_keys(t, "q");
    SEES("Milestones");
    edits(GUARD, GUARD);
    SEES("Run 2 \u00b7 PASS"); /* what only a GPU can judge stands beside */
    SEES(" cases right");
    SEES("Locked: profile a correct version first");
    vt_keys(t, "p");
    SEES("13 of 13 limits met");
    SEES("won in run 2"); /* sanitize, which a profile does not run */
    SEES("65 of 100");
    vt_keys(t, "b");
    SEES("gold: 1.000 x the reference");
    SEES("won in run 3");
    SEES("85 of 100");
    vt_keys(t, "H");
    SEES("history");
    SEES("\u2605 gold");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* An empty workbook opens with what Ridge is; Enter goes on to the first lab, and q from there leads home. */
Test(newcomer, what_ridge_is)
{
    t = vt_open_command(home, 24, 80, NULL, NULL);
    SEES("What Ridge is");
    SEES("Begin     w00-column-sums");
    vt_keys(t, ENTER);
    SEES("Milestones");
    vt_keys(t, "c");
    SEES("bytes in MB:");
    vt_keys(t, "67 MB" ENTER "16.8 MFLOP" ENTER);
    SEES("The card is complete");
    SEES("flops  16.8 MFLOP"); /* in its column, also at 80 columns */
    vt_keys(t, "qq");
    SEES("NEXT      w00-column-sums");
    cr_assert(!vt_shows(t, "What Ridge is"));
    vt_keys(t, ":what ridge is" ENTER);
    SEES("fifty-two weeks");
    vt_keys(t, "~:w01 les");
    SEES("\u203a lesson of w01-roofline");
    vt_keys(t, "\025roofline lesson");
    SEES("\u203a lesson of w01-roofline");
    vt_keys(t, "\025quit");
    SEES("\u203a quit: leave Ridge");
    vt_keys(t, ENTER);
    leaves_with(0);
    vt_close(t);
    t = vt_open_command(home, 24, 80, NULL, NULL);
    SEES("NEXT");
    vt_keys(t, "WG");
    SEES("ZeRO");
    vt_keys(t, "Q");
    leaves_with(0);
}
