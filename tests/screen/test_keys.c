/* Keys: no accident leaves Ridge or loses what was typed, what means nothing says so, and home is one key away. */
#define _GNU_SOURCE
#include "person.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(keys, .init = setup, .fini = teardown, .timeout = 120);

#define ASKS "Leave Ridge? Enter, y or q leaves, any other key stays."
#define ALT(letter) ESC letter

static void stays(const char *key)
{
    vt_keys(t, key);
    SEES(ASKS);
    vt_keys(t, "n");
    SEES("? keys");
    cr_assert(!vt_over(t));
}

Test(keys, home_is_left_after_a_question)
{
    open_at(24, 80, NULL);
    stays("q");
    stays(ESC);
    stays(CTRL_C);
    vt_keys(t, "q");
    SEES(ASKS);
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, "qq"); /* quick for who means it */
    leaves_with(0);
}

Test(keys, enter_and_y_confirm_and_ctrl_c_twice_leaves)
{
    open_at(24, 80, NULL);
    vt_keys(t, ESC);
    SEES(ASKS);
    vt_keys(t, ENTER);
    leaves_with(0);
    vt_close(t);
    open_at(24, 80, NULL);
    vt_keys(t, "q");
    SEES(ASKS);
    vt_keys(t, "y");
    leaves_with(0);
    vt_close(t);
    open_at(24, 80, NULL);
    vt_keys(t, CTRL_C);
    SEES(ASKS);
    vt_keys(t, CTRL_C);
    leaves_with(130);
}

/* Alt and a letter is no Esc and no letter; nor is a key that the terminal's description lacks. */
Test(keys, alt_means_nothing)
{
    open_at(24, 80, NULL);
    vt_keys(t, ALT("q"));
    vt_keys(t, ALT("Q"));
    vt_keys(t, ALT("x"));
    vt_keys(t, ESC "[27;5;113~"); /* as some terminals tell of Ctrl-q */
    vt_keys(t, "?");
    SEES("Everywhere");
    vt_keys(t, "q");
    SEES("NEXT");
    vt_keys(t, "/");
    SEES("search all pages:");
    vt_keys(t, "roof" ALT("b") "line");
    SEES("search all pages: roofline");
    vt_keys(t, ENTER);
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(keys, ctrl_c_in_a_prompt_leaves_the_prompt_and_keeps_the_text)
{
    open_at(24, 80, NULL);
    vt_keys(t, "/");
    SEES("search all pages:");
    vt_keys(t, "roof");
    SEES("search all pages: roof");
    vt_keys(t, CTRL_C);
    SEES("Your text is kept");
    vt_keys(t, "/");
    SEES("search all pages:");
    vt_keys(t, "\033OA");
    SEES("search all pages: roof");
    vt_keys(t, ESC);
    SEES("Your text is kept");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(keys, ctrl_c_stops_a_run_and_says_so)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, CTRL_C);
    SEES("Ctrl-C stops a run, and none goes on.");
    edit_file();
    run_it();
    vt_keys(t, CTRL_C);
    SEES("The run of w01-roofline is stopped");
    SEES("Milestones");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(keys, what_means_nothing_says_so)
{
    open_at(24, 80, NULL);
    vt_keys(t, "y");
    SEES("y does nothing here; ? lists the keys.");
    vt_keys(t, "\007");
    SEES("Ctrl-G does nothing here");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(keys, home_is_one_key_away)
{
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "l");
    SEES("lesson");
    vt_keys(t, "G~");
    SEES("NEXT");
    vt_keys(t, "q");
    SEES(ASKS);
    vt_keys(t, "q");
    leaves_with(0);
}

/* What t, o, c, h and the others open beside the lab is closed before the lab is. */
Test(keys, q_closes_what_a_key_of_the_lab_opened)
{
    static const char *const keys[] = {"t", "o", "h", "s", "d", "+"};
    open_at(24, 80, NULL);
    open_lab();
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        vt_keys(t, keys[k]);
        settled();
        vt_keys(t, "q");
        SEES("w01-roofline");
        SEES("Milestones");
    }
    vt_keys(t, "q");
    SEES("week 1");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(keys, help_opens_at_its_top_and_space_pages)
{
    open_at(24, 80, NULL);
    vt_keys(t, "?");
    SEES("Here: home");
    vt_keys(t, "G");
    SEES("Signs");
    vt_keys(t, "q?");
    SEES("Here: home");
    vt_keys(t, " ");
    SEES("\u2191"); /* there is more above now */
    vt_keys(t, "Q");
    leaves_with(0);
}

/* The same page is not in the path twice, however often the palette goes there. */
Test(keys, the_palette_does_not_pile_pages_up)
{
    open_at(24, 120, NULL);
    for (int k = 0; k < 3; k++) {
        vt_keys(t, ":week 1:" ENTER);
        SEES("\u203a week 1 ");
        vt_keys(t, ":week 2:" ENTER);
        SEES("\u203a week 2 ");
    }
    SEES("ridge \u203a week 1 \u203a week 2 ");
    vt_keys(t, "qq");
    SEES("NEXT");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* What the command line can do is found in the palette, by words in any order: what has a key on this page is done, of
 * the rest the bottom line says how it is said. */
Test(keys, the_palette_has_the_commands_of_the_command_line)
{
    open_at(24, 80, NULL);
    vt_keys(t, ":handed in ridge grade");
    SEES("\u203a ridge grade [DIR|ARCHIVE");
    vt_keys(t, ENTER);
    SEES("In a shell: ridge grade [DIR|ARCHIVE");
    vt_keys(t, ":fsrs zzzz");
    SEES("Nothing matches.");
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, ":pairs ridge bench");
    SEES("\u203a ridge bench LAB: time your code");
    vt_keys(t, ENTER);
    SEES("In the workbook: b (");
    vt_keys(t, ":happened ridge log" ENTER);
    SEES("\u203a log");
    vt_keys(t, "q");
    open_lab();
    vt_keys(t, ":ridge submit");
    SEES("ridge submit w01-roofline:");
    vt_keys(t, ESC);
    SEES("Milestones");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A command is found with what it takes, too: a hardware card, a lab, a track, another command. */
Test(keys, the_palette_has_commands_with_their_arguments)
{
    open_at(24, 80, NULL);
    vt_keys(t, ":hw h100");
    SEES("\u203a ridge hw h100: hardware facts");
    vt_keys(t, ENTER);
    SEES("In a shell: ridge hw h100.");
    vt_keys(t, ":h200 hw");
    SEES("\u203a ridge hw h200: hardware facts");
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, ":transpose test");
    SEES("\u203a ridge test w02-transpose: build");
    vt_keys(t, ENTER);
    SEES("In a shell: ridge test w02-transpose. In the workbook: r (a lab).");
    vt_keys(t, ":silicon map");
    SEES("\u203a ridge map silicon:");
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, ":simt help");
    SEES("\u203a ridge help simt:");
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, ":h100 zzzz");
    SEES("Nothing matches.");
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* What a lab or a week has beside its own page is found by words in any order, before the command that would be said in
 * a shell, and opened. */
Test(keys, the_palette_opens_what_a_lab_and_a_week_have)
{
    static const char *const found[][2] = {
        { "questions w01", "\u203a questions of w01-roofline: " }, { "w03 lesson", "\u203a lesson of w03-txmath: " },
        { "week 2 questions", "\u203a questions of week 2, w02: " }, { "hint g07", "\u203a hints of g07-" },
        { "w02 history", "\u203a history of w02-transpose: " },     { "notes w05b", "\u203a notes on w05b-specdec: " },
        { "w02 lab.h", "\u203a lab.h of w02-transpose: " },          { "lab w02", "\u203a lab w02-transpose: " },
        { "question d07", "\u203a questions of d07: " },       { "roofline w01 wxyz", "Nothing matches." },
    };
    open_at(24, 80, NULL);
    for (size_t k = 0; k < sizeof found / sizeof found[0]; k++) {
        vt_keys(t, ":");
        vt_keys(t, found[k][0]);
        SEES(found[k][1]);
        vt_keys(t, ESC);
        SEES("? keys");
    }
    vt_keys(t, ":w01 questions" ENTER);
    SEES("ridge \u203a questions");
    vt_keys(t, "q:history w02" ENTER);
    SEES("ridge \u203a history");
    vt_keys(t, "q:hints w01" ENTER);
    SEES("hint 1 of 3");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* With nothing typed what the lowest line offers stands first; a word that stands in a line counts for more than its
 * letters here and there. */
Test(keys, the_palette_begins_with_what_the_page_offers)
{
    open_at(24, 80, NULL);
    vt_keys(t, ":");
    SEES("\u203a review: what is due");
    cr_assert(!vt_shows(t, "notes: notes"));
    vt_keys(t, "roofl");
    SEES("\u203a lab w01-roofline");
    vt_keys(t, ESC);
    SEES("? keys");
    open_lab();
    vt_keys(t, ":");
    SEES("\u203a run: build, run and grade");
    vt_keys(t, ESC);
    SEES("Milestones");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(keys, the_next_place_of_no_search_is_said)
{
    open_at(24, 80, NULL);
    vt_keys(t, "n");
    SEES("Nothing was searched for yet: / finds words on a page.");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A search without a hit offers the nearest words, and Enter looks for them. */
Test(keys, a_search_without_hits_says_what_was_probably_meant)
{
    open_at(24, 80, NULL);
    vt_keys(t, "/coalesed acceses" ENTER);
    SEES("0 places");
    SEES("Did you mean");
    SEES("coalesced acces");
    vt_keys(t, "G" ENTER);
    SEES("\u203a search \u203a search ");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* On another day home opens where the day begins; on the same one where it was left. */
Test(keys, home_opens_at_next_on_a_new_day)
{
    const char *today[] = { "RIDGE_NOW=1780604800", "TZ=UTC", NULL },
               *tomorrow[] = { "RIDGE_NOW=1780691200", "TZ=UTC", NULL };
    open_at(24, 80, today);
    vt_keys(t, "G");
    SEES("\u2191");
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    t = vt_open(home, 24, 80, today);
    SEES("? keys");
    cr_assert(!vt_shows(t, "NEXT"));
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    t = vt_open(home, 24, 80, tomorrow);
    SEES("? keys");
    SEES("NEXT");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Looking at the tracks changes nothing; Enter does. */
Test(keys, t_lists_the_tracks_and_enter_chooses)
{
    open_at(24, 80, NULL);
    SEES("TRACK     52 weeks");
    vt_keys(t, "t");
    SEES("ridge \u203a tracks");
    SEES("\u25aa 52 weeks of ML systems");
    SEES("Begin here if you are in doubt.");
    SEES("Gated: a step opens once");
    vt_keys(t, "q");
    SEES("TRACK     52 weeks");
    vt_keys(t, "t");
    SEES("ridge \u203a tracks");
    vt_keys(t, "j" ENTER);
    SEES("You follow From silicon to softmax.");
    SEES("TRACK     From silicon to softmax");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(keys, a_workbook_without_a_class_says_so)
{
    open_at(24, 80, NULL);
    vt_keys(t, "C");
    SEES("This workbook has no class.");
    SEES("NEXT");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(keys, the_editor_starts_in_the_work_folder)
{
    static const char labs[] = "/work", rest[] = "/w01-roofline\nlab.h\n";
    char path[160], line[512] = "", want[sizeof labs + sizeof rest];
    const char *env[] = {editor("pwd >\"$HOME/where\"; ls lab.h >>\"$HOME/where\""), NULL};
    open_at(24, 80, env);
    open_lab();
    edit_file();
    snprintf(path, sizeof path, "%s/where", home);
    FILE *f = fopen(path, "r");
    cr_assert(f != NULL, "the editor was there");
    size_t n = fread(line, 1, sizeof line - 1, f);
    fclose(f);
    snprintf(want, sizeof want, "%s%s", labs, rest);
    cr_assert(n && strstr(line, want), "%s", line);
    vt_keys(t, "Q");
    leaves_with(0);
}

/* The contract and what was changed are panes of the lab's page; + gives them all of it. */
Test(keys, what_is_given_and_what_was_changed_are_seen_beside_the_lab)
{
    const char *env[] = {editor("echo '/* mine */' >>\"$last\""), NULL};
    open_at(24, 80, env);
    open_lab();
    vt_keys(t, "d");
    SEES("not laid out yet");
    vt_keys(t, "s");
    SEES("What is given");
    SEES("lab.h");
    SEES("> more"); /* a declaration is wider than the pane */
    vt_keys(t, ">");
    SEES("\u2039");
    vt_keys(t, "<+");
    settled();
    SEES("What is given");
    cr_assert(!vt_shows(t, "Milestones"));
    vt_keys(t, "q");
    SEES("Milestones");
    edit_file();
    vt_keys(t, "d");
    SEES("Yours against the skeleton");
    SEES("roofline.c: 1 line added, 0 removed");
    vt_keys(t, "G");
    SEES("+ /* mine */");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* The first tiers come one at a time, and the last one, which is nearly the answer, after a question. */
Test(keys, the_last_hint_comes_after_a_question)
{
    open_at(40, 120, NULL);
    open_lab();
    vt_keys(t, "h");
    SEES("1 of 3");
    cr_assert(!vt_shows(t, "2 of 3"));
    vt_keys(t, "h");
    SEES("2 of 3");
    vt_keys(t, "h");
    SEES("Show the nearly complete answer for w01-roofline?");
    vt_keys(t, "n");
    SEES("? keys");
    cr_assert(!vt_shows(t, "3 of 3"));
    vt_keys(t, "h");
    SEES("Show the nearly complete answer");
    vt_keys(t, "y");
    SEES("3 of 3");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* The browser of a person who has one, which writes down what it is given. */
static const char *browser(void)
{
    static char env[160];
    char path[128];
    snprintf(path, sizeof path, "%s/browser", home);
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL);
    fputs("#!/bin/sh\nprintf '%s\\n' \"$1\" >\"$(dirname \"$0\")/opened.new\"\n"
          "mv \"$(dirname \"$0\")/opened.new\" \"$(dirname \"$0\")/opened\"\n", f);
    fclose(f);
    chmod(path, 0700);
    snprintf(env, sizeof env, "BROWSER=%s", path);
    return env;
}

Test(keys, o_opens_the_address_of_a_reading)
{
    enum { TRIES = 600, PAUSE_US = 50000 };
    const char *env[] = {browser(), NULL};
    char path[128], line[256] = "";
    FILE *f = NULL;
    open_at(24, 80, env);
    vt_keys(t, ":week 1: The roofline model" ENTER);
    SEES("week 1");
    vt_keys(t, "/Transformer Math" ENTER "o");
    snprintf(path, sizeof path, "%s/opened", home);
    for (int k = 0; k < TRIES && !(f = fopen(path, "r")); k++)
        usleep(PAUSE_US);
    cr_assert(f && fgets(line, sizeof line, f), "the browser was started");
    fclose(f);
    cr_assert_str_eq(line, "https://blog.eleuther.ai/transformer-math\n");
    vt_keys(t, "Q");
    leaves_with(0);
}
