/* The engine without a terminal: text, pens, panes, keys, watching; and drawing on a curses that
 * writes to nowhere. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <ctype.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/screen/screen.h"
#include "tui/screen/screen_impl.h"
#include "tui/screen/tui.h"
#include "tui/app/watch.h"
#include "runner/base/figure.h"
#include "runner/base/term.h"
#include "tui/app/find.h"

static void setup(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    setlocale(LC_NUMERIC, "C");
}

TestSuite(engine, .init = setup, .timeout = 60);

/* ---- keys ----------------------------------------------------------------------- */

static const struct view_ops *const views[] = {&view_home,   &view_week,      &view_lesson,
                                               &view_lab,    &view_questions, &view_history,
                                               &view_report, &view_roofline, &view_help, &view_review, &view_map,
                                               &view_class,  &view_evidence, &view_diff,
                                               &view_notes,  &view_log, &view_timeline, &view_tracks};
enum { VIEWS = sizeof views / sizeof views[0] };

/* No page may give one key to two actions. */
Test(engine, keys_are_unambiguous_on_every_page)
{
    for (size_t v = 0; v < VIEWS; v++) {
        unsigned here = GROUP_ALL | GROUP_MOVE | views[v]->groups;
        for (int a = 1; a < ACTION_COUNT; a++)
            for (int b = a + 1; b < ACTION_COUNT; b++) {
                char keys[128], *save = NULL;
                if (!(action_table[a].groups & here) || !(action_table[b].groups & here))
                    continue;
                snprintf(keys, sizeof keys, "%s", action_table[a].keys);
                for (char *k = strtok_r(keys, " ", &save); k; k = strtok_r(NULL, " ", &save)) {
                    char other[128], want[20];
                    snprintf(other, sizeof other, " %s ", action_table[b].keys);
                    snprintf(want, sizeof want, " %s ", k);
                    cr_assert(!strstr(other, want), "%s: %s is both %s and %s", views[v]->name, k,
                              action_table[a].name, action_table[b].name);
                }
            }
    }
}

Test(engine, every_action_is_told_and_belongs_somewhere)
{
    for (int a = 1; a < ACTION_COUNT; a++) {
        cr_assert(*action_table[a].help && *action_table[a].keys && action_table[a].groups);
        cr_assert(action_table[a].groups < 1u << ACTION_GROUPS);
        for (const char *p = action_table[a].keys; *p;) {
            size_t n = strcspn(p, " ");
            if (n == 1)
                cr_assert_eq((int)action_of_key(action_table[a].groups, 0, (unsigned char)*p), a,
                             "%c", *p);
            p += n + (p[n] == ' ');
        }
    }
    cr_assert_eq(action_of_key(GROUP_MOVE, 1, KEY_DOWN), ACTION_DOWN);
    cr_assert_eq(action_of_key(GROUP_MOVE, 0, '\r'), ACTION_OPEN);
    cr_assert_eq(action_of_key(GROUP_MOVE, 0, 6), ACTION_PAGE_DOWN);
    cr_assert_eq(action_of_key(GROUP_ALL, 0, 27), ACTION_BACK);
}

/* The man page's KEYS are those of actions.h; with RIDGE_RENEW they are written there (tests/screen/renew). */
Test(engine, the_man_page_tells_the_keys_that_there_are)
{
    static const char begin[] = "; begin keys\n\n", end[] = "; end keys\n";
    char path[512], *keys = NULL, *page = NULL;
    size_t nkeys = 0, npage = 0;
    snprintf(path, sizeof path, "%s/tui/cli/ridge.1.scd", getenv("RIDGE_SRC"));
    FILE *to = open_memstream(&keys, &nkeys), *f = fopen(path, "r");
    tui_print_actions(to, 1);
    fclose(to);
    cr_assert(f && getdelim(&page, &npage, 0, f) > 0, "%s", path);
    fclose(f);
    char *from = strstr(page, begin), *until = from ? strstr(from, end) : NULL;
    cr_assert(from && until, "%s has its marks", path);
    from += strlen(begin);
    if (getenv("RIDGE_RENEW") && (f = fopen(path, "w"))) {
        fprintf(f, "%.*s%s%s", (int)(from - page), page, keys, until);
        fclose(f);
    } else {
        cr_assert((size_t)(until - from) == nkeys && !memcmp(from, keys, nkeys),
                  "actions.h has changed: tests/screen/renew writes the KEYS of the man page");
    }
    free(keys);
    free(page);
}

Test(engine, the_bottom_line_names_only_keys_of_its_page)
{
    for (size_t v = 0; v < VIEWS; v++)
        for (const unsigned char *a = views[v]->bar; *a; a++) {
            cr_assert(*a < ACTION_COUNT);
            cr_assert(action_table[*a].groups & (GROUP_ALL | GROUP_MOVE | views[v]->groups),
                      "%s names %s", views[v]->name, action_table[*a].name);
            cr_assert(*action_table[*a].label, "%s has no label", action_table[*a].name);
        }
}

/* ---- text ----------------------------------------------------------------------- */

Test(engine, lines_break_at_blanks_and_never_exceed)
{
    static const char text[] =
        "naïve café: 漢字漢字漢字 superlongwordwithoutanyblank end\nnext line";
    for (int width = 2; width < 40; width++) {
        const char *p = text;
        size_t next, used;
        int turns = 0;
        do {
            char line[256];
            used = term_break(p, width, &next);
            snprintf(line, sizeof line, "%.*s", (int)used, p);
            cr_assert(term_width(line) <= width, "%d: '%s'", width, line);
            cr_assert(!used || line[used - 1] != ' ');
            p += next;
        } while (next && *p && ++turns < 200);
        cr_assert(!*p, "all of it at width %d", width);
    }
}

Test(engine, places_in_logs)
{
    static const struct {
        const char *line, *file;
        int number;
    } rows[] = {
        {"roofline.c:12:5: error: expected ';'", "roofline.c", 12},
        {"In file included from ./sgemm.c:3:", "sgemm.c", 3},
        {"    #1 0x55d0 in copy_f32 /tmp/x/roofline.c:71:9", "roofline.c", 71},
        {"ptxas info: 0 bytes", "", 0},
        {"12:30 is a time, not a place", "", 0},
        {"a.c: In function 'f':", "", 0},
        {"kernel.cu:99: here", "kernel.cu", 99},
        {":5:", "", 0},
        {".c:5:", "", 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char file[64] = "";
        int n = text_location(rows[k].line, file, sizeof file);
        cr_assert_eq(n, rows[k].number, "%s: %d", rows[k].line, n);
        if (n)
            cr_assert_str_eq(file, rows[k].file);
    }
}

Test(engine, searching)
{
    cr_assert_eq(find_text("The Ridge point", "ridge", 0), 4);
    cr_assert_eq(find_text("The Ridge point", "RIDGE", 0), -1);
    cr_assert_eq(find_text("aXa", "a", 1), 2);
    cr_assert_eq(find_text("a", "", 0), -1);
    cr_assert_eq(find_text("a", "a", 5), -1);
}

Test(engine, letters_in_their_order_are_found)
{
    cr_assert(find_fuzzy("anything", ""));
    cr_assert(!find_fuzzy("run", "nur"));
    cr_assert(!find_fuzzy("run", "runs"));
    cr_assert(find_fuzzy("lab w02-transpose", "lw02"));
    cr_assert(find_fuzzy("lab w02-transpose", "TRANS"));
    cr_assert(find_fuzzy("lesson of w01", "lesson w01"));
    cr_assert_gt(find_fuzzy("run: build and grade", "run"), find_fuzzy("return unless none", "run"));
    cr_assert_gt(find_fuzzy("to the week", "we"), find_fuzzy("the power", "we"));
}

Test(engine, figures_read_well)
{
    char b[64];
    text_number(b, sizeof b, 134217728, "B");
    cr_assert_str_eq(b, "134 MB");
    text_number(b, sizeof b, 2e9, "FLOP");
    cr_assert_str_eq(b, "2 GFLOP");
    text_number(b, sizeof b, 0.083, "FLOP/B");
    cr_assert_str_eq(b, "0.083 FLOP/B");
    text_number(b, sizeof b, 16, "1");
    cr_assert_str_eq(b, "16");
    figure_hours(b, sizeof b, 7.5);
    cr_assert_str_eq(b, "7.5 h");
    text_duration(b, sizeof b, 125000);
    cr_assert_str_eq(b, "2 min 5 s");
    text_ago(b, sizeof b, 0, 1000);
    cr_assert_eq(strlen(b), 5);
}

/* ---- pens ----------------------------------------------------------------------- */

Test(engine, nothing_unsafe_leaves_a_pen)
{
    char b[512];
    for (int ascii = 0; ascii < 2; ascii++) {
        struct pen *p = pen_to_text(b, sizeof b, 60, ascii);
        pen_put(p, STYLE_TEXT,
                "a\033[31mb\x01\x7f\xe2\x80\xae"
                "c\xc2\x9b"
                "d\xff\xfe"
                "e\r\b\n");
        pen_free(p);
        for (const char *c = b; *c; c++) {
            cr_assert((unsigned char)*c >= 32 && *c != 127, "control %d", *c);
            cr_assert(!ascii || (unsigned char)*c < 127, "not ASCII");
        }
        cr_assert(!strstr(b, "\xe2\x80\xae"), "no change of direction");
        cr_assert(!strstr(b, "\xc2\x9b"), "no C1 control");
    }
}

Test(engine, columns_keep_their_width)
{
    char b[512];
    for (int ascii = 0; ascii < 2; ascii++)
        for (int w = 1; w < 50; w++) {
            struct pen *p = pen_to_text(b, sizeof b, w, ascii);
            pen_right(p, STYLE_DIM, "%s", "7 h");
            pen_status(p, "PASS");
            pen_cell(p, STYLE_TEXT, 9, "漢字漢字漢字");
            pen_number(p, STYLE_TEXT, 6, "%d", 42);
            pen_bar(p, 10, .33);
            pen_put(p, STYLE_TEXT, "… and a long text ★ that is cut somewhere");
            pen_free(p);
            cr_assert(term_width(b) <= w, "%d columns in %d: '%s'", term_width(b), w, b);
        }
}

Test(engine, a_cell_is_cut_and_filled)
{
    char b[128];
    struct pen *p = pen_to_text(b, sizeof b, 40, 0);
    pen_cell(p, STYLE_TEXT, 6, "abcdefgh");
    pen_cell(p, STYLE_TEXT, 4, "x");
    pen_number(p, STYLE_TEXT, 5, "%.1f", 2.5);
    pen_right(p, STYLE_DIM, "end");
    pen_free(p);
    cr_assert_str_eq(b, "abcde…x     2.5                      end");
}

/* ---- panes ---------------------------------------------------------------------- */

static void check_pane(const struct pane *p)
{
    long last = (long)p->n > p->h ? (long)p->n - p->h : 0;
    cr_assert(p->top >= 0 && p->top <= last, "top %ld of %ld", p->top, last);
    cr_assert(p->cursor >= -1 && p->cursor < (long)p->n);
    cr_assert(p->cursor < 0 || p->rows[p->cursor].select);
}

Test(engine, moving_never_leaves_the_pane)
{
    static const enum action moves[] = {ACTION_UP,        ACTION_DOWN, ACTION_PAGE_UP,
                                        ACTION_PAGE_DOWN, ACTION_TOP,  ACTION_BOTTOM};
    unsigned seed = 3;
    for (int round = 0; round < 60; round++) {
        struct pane p = {.cursor = -1, .found = -1};
        int n = round % 40, every = 1 + round % 7;
        pane_place(&p, 0, 0, 1 + round % 11, 30);
        for (int k = 0; k < n; k++)
            pane_add(&p, k % every ? ROW_TEXT : ROW_OWN, k);
        pane_settle(&p);
        for (int k = 0; k < 300; k++) {
            seed = seed * 1103515245u + 12345u;
            pane_move(&p, moves[(seed >> 16) % 6]);
            check_pane(&p);
            if (k % 50 == 49) {
                pane_place(&p, 0, 0, 1 + (int)(seed >> 8) % 9, 30);
                pane_settle(&p);
                check_pane(&p);
            }
        }
        pane_clear(&p);
    }
}

Test(engine, every_choice_can_be_reached)
{
    struct pane p = {.cursor = -1};
    int seen[50] = {0};
    pane_place(&p, 0, 0, 7, 30);
    for (int k = 0; k < 50; k++)
        pane_add(&p, k % 13 == 5 ? ROW_OWN : ROW_TEXT, k);
    pane_settle(&p);
    for (int k = 0; k < 80; k++) {
        if (pane_row(&p))
            seen[pane_row(&p)->n] = 1;
        pane_move(&p, ACTION_DOWN);
    }
    for (int k = 5; k < 50; k += 13)
        cr_assert(seen[k], "row %d", k);
    cr_assert_eq(p.top, 43, "and the end is read too");
    pane_clear(&p);
}

/* ---- a screen on /dev/null ------------------------------------------------------ */

static struct {
    struct screen s;
    struct app app;
    FILE *null_in, *null_out;
} here;

static void fake_fill(struct view *v)
{
    for (int k = 0; k < 30; k++)
        pane_add(&v->pane[0], ROW_OWN, k);
    pane_head(&v->pane[1], "A head", "right");
    pane_wrap(&v->pane[1], STYLE_TEXT, 2,
              "A text that is long enough to be wrapped in most panes of a test.");
    pane_markdown(&v->pane[1],
                  "# Title\n\nSome *text* with `code` and a table\n\n|a|b|\n|-|-|\n|1|2|\n", 0, 0);
    pane_log(&v->pane[1], "\033[31merror\033[0m: x\n\nmore\n", NULL);
    pane_status(&v->pane[1], "FAIL", "wrong", "0 of 4");
}

static void fake_draw(struct view *v, const struct row *r, struct pen *p)
{
    (void)v;
    pen_right(p, STYLE_DIM, "%d", r->n);
    pen_fmt(p, STYLE_TEXT, "row number %d", r->n);
}

static void fake_layout(struct view *v, int y, int x, int h, int w)
{
    pane_place(&v->pane[0], y, x, h, w / 2);
    pane_place(&v->pane[1], y, x + w / 2, h, w - w / 2);
}

static int fake_open(struct view *v)
{
    v->npanes = 2;
    v->pane[0].box = v->pane[1].box = 1;
    snprintf(v->pane[0].heading, sizeof v->pane[0].heading, "Left");
    return 0;
}

static const unsigned char fake_bar[] = {ACTION_OPEN, ACTION_FIND, 0};
static const struct view_ops fake = {.name = "fake",
                                     .bar = fake_bar,
                                     .open = fake_open,
                                     .layout = fake_layout,
                                     .fill = fake_fill,
                                     .draw = fake_draw};

static void screen_start(void)
{
    setup();
    here.null_in = fopen("/dev/null", "r");
    here.null_out = fopen("/dev/null", "w");
    here.s.terminal = newterm("xterm-256color", here.null_out, here.null_in);
    cr_assert(here.s.terminal != NULL);
    here.s.app = &here.app;
    here.app.color = 1;
    here.s.places = json_object();
    here.s.pages = &screen_pages;
    theme_setup(&here.s);
    resizeterm(24, 80);
    here.s.h = 24;
    here.s.w = 80;
}

static void screen_end(void)
{
    views_free(&here.s);
    endwin();
    delscreen(here.s.terminal);
    json_decref(here.s.places);
    fclose(here.null_in);
    fclose(here.null_out);
}

TestSuite(drawing, .init = screen_start, .fini = screen_end, .timeout = 60);

static const char *row_at(int y)
{
    static char text[2048];
    wchar_t wide[512];
    mvinnwstr(y, 0, wide, 511);
    size_t n = wcstombs(text, wide, sizeof text - 1);
    text[n == (size_t)-1 ? 0 : n] = 0;
    return text;
}

Test(drawing, a_page_has_its_parts)
{
    cr_assert_eq(screen_open(&here.s, &fake, "x"), 0);
    screen_draw(&here.s);
    cr_assert(strstr(row_at(0), "fake"));
    cr_assert(strstr(row_at(2), "Left"));
    cr_assert(strstr(row_at(3), "› row number 0"));
    cr_assert(strstr(row_at(23), "Enter open"));
    cr_assert(strstr(row_at(23), "? keys"));
    screen_action(&here.s, ACTION_DOWN);
    screen_draw(&here.s);
    cr_assert(strstr(row_at(4), "› row number 1"));
    screen_action(&here.s, ACTION_BOTTOM);
    screen_draw(&here.s);
    cr_assert(strstr(row_at(20), "› row number 29"));
}

Test(drawing, every_size_draws_within_its_bounds)
{
    cr_assert_eq(screen_open(&here.s, &fake, "x"), 0);
    for (int h = 1; h < 50; h += 3)
        for (int w = 1; w < 140; w += 7) {
            resizeterm(h, w);
            here.s.h = h;
            here.s.w = w;
            screen_layout(&here.s);
            screen_draw(&here.s);
            screen_action(&here.s, ACTION_DOWN);
            screen_action(&here.s, ACTION_PANE);
        }
    resizeterm(5, 20);
    here.s.h = 5;
    here.s.w = 20;
    screen_layout(&here.s);
    screen_draw(&here.s);
    cr_assert(strstr(row_at(1), "Ridge needs 40×10"), "%s", row_at(1));
    cr_assert(strstr(row_at(3), "80×24; this is 20×5"), "%s", row_at(3));
}

Test(drawing, a_search_finds_what_is_drawn)
{
    cr_assert_eq(screen_open(&here.s, &fake, "x"), 0);
    snprintf(here.s.needle, sizeof here.s.needle, "number 17");
    screen_action(&here.s, ACTION_FIND_NEXT);
    cr_assert_eq(pane_row(&here.s.top->pane[0])->n, 17);
    snprintf(here.s.needle, sizeof here.s.needle, "number 2");
    screen_action(&here.s, ACTION_FIND_NEXT);
    cr_assert_eq(pane_row(&here.s.top->pane[0])->n, 20);
    screen_action(&here.s, ACTION_FIND_PREV);
    cr_assert_eq(pane_row(&here.s.top->pane[0])->n, 2);
}

Test(drawing, a_place_is_remembered)
{
    cr_assert_eq(screen_open(&here.s, &fake, "x"), 0);
    for (int k = 0; k < 12; k++)
        screen_action(&here.s, ACTION_DOWN);
    cr_assert_eq(screen_open(&here.s, &fake, "y"), 0);
    cr_assert_eq(pane_row(&here.s.top->pane[0])->n, 0);
    screen_close_top(&here.s);
    cr_assert_eq(pane_row(&here.s.top->pane[0])->n, 12);
    cr_assert_eq(screen_open(&here.s, &fake, "x"), 0);
    cr_assert_eq(pane_row(&here.s.top->pane[0])->n, 12);
}

static char asked[64];

static unsigned got(struct view *v, const char *text, int tag)
{
    (void)v;
    snprintf(asked, sizeof asked, "%s/%d", text ? text : "none", tag);
    return VIEW_HANDLED;
}

Test(drawing, a_prompt_edits_a_line)
{
    static const wint_t keys[] = {'a', 0x6f22, 'b', 127, 'c', 1, 'x', 5, 'z', '\r'};
    cr_assert_eq(screen_open(&here.s, &fake, "x"), 0);
    screen_ask(&here.s, "say", "", got, 5);
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        prompt_key(&here.s, 0, keys[k]);
        screen_draw(&here.s);
    }
    cr_assert_str_eq(asked, "xa漢cz/5");
    screen_ask(&here.s, "say", "old", got, 6);
    prompt_key(&here.s, 0, 27);
    cr_assert_str_eq(asked, "none/6");
    screen_confirm(&here.s, "sure?", got, 7);
    prompt_key(&here.s, 0, 'y');
    cr_assert_str_eq(asked, "y/7");
}

/* ---- themes --------------------------------------------------------------------- */

static double linear(int v)
{
    double s = v / 255.0;
    return s <= .04045 ? s / 12.92 : pow((s + .055) / 1.055, 2.4);
}

/* Relative luminance (WCAG 2) of one of the 256 colours above the first 16. */
static double luminance(int c)
{
    static const int step[] = {0, 95, 135, 175, 215, 255};
    int r = step[(c - 16) / 36 % 6], g = step[(c - 16) / 6 % 6], b = step[(c - 16) % 6];
    if (c >= 232)
        r = g = b = 8 + 10 * (c - 232);
    return .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
}

static double contrast(int c, double ground)
{
    double l = luminance(c);
    return l > ground ? (l + .05) / (ground + .05) : (ground + .05) / (l + .05);
}

Test(engine, themes_can_be_read_on_their_grounds)
{
    const struct tui_theme *t;
    for (int k = 0; (t = tui_theme(k)); k++) {
        const int color[] = {t->accent, t->bad};
        int dark = strcmp(t->name, "light") != 0, light = strcmp(t->name, "dark") != 0;
        double least = dark && light ? 3.5 : 4.5;
        cr_assert_eq(tui_theme_of(t->name), k);
        for (int c = 0; c < 2 && t->accent; c++) {
            cr_assert(!dark || contrast(color[c], 0) >= least, "%s: %d on black: %.1f", t->name, color[c],
                      contrast(color[c], 0));
            cr_assert(!light || contrast(color[c], 1) >= least, "%s: %d on white: %.1f", t->name, color[c],
                      contrast(color[c], 1));
        }
    }
    cr_assert_eq(tui_theme_of("no such"), -1);
}

/* ---- watching ------------------------------------------------------------------- */

static void put(const char *dir, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL);
    fputs(text, f);
    fclose(f);
}

/* How many times does it say yes within so many milliseconds? */
static int yes_within(struct watch *w, int ms)
{
    int yes = 0;
    for (int k = 0; k < ms / 10; k++) {
        usleep(10000);
        yes += watch_check(w);
    }
    return yes;
}

static void watching(const char *mode)
{
    char dir[] = "/tmp/ridge-watch-XXXXXX", command[64];
    const char *how = "";
    setenv("RIDGE_WATCH", mode, 1);
    cr_assert(mkdtemp(dir) != NULL);
    put(dir, "a.c", "one\n");
    struct watch *w = watch_open(dir, &how);
    cr_assert(w != NULL, "%s", how);
    cr_assert(!strncmp(how, *mode ? "polling: " : "inotify", 7), "%s", how);
    cr_assert_eq(yes_within(w, 700), 0, "nothing happened");
    put(dir, "a.c", "two\n");
    put(dir, "a.c", "three\n");
    cr_assert_eq(yes_within(w, 1500), 1, "a burst is one save");
    put(dir, ".a.c.swp", "x");
    put(dir, "4913", "x");
    put(dir, "a.c~", "x");
    cr_assert_eq(yes_within(w, 900), 0, "an editor's own files are no save");
    put(dir, "new.c", "x");
    char from[96], to[96];
    snprintf(from, sizeof from, "%s/new.c", dir);
    snprintf(to, sizeof to, "%s/a.c", dir);
    rename(from, to);
    cr_assert_eq(yes_within(w, 1500), 1, "a rename is a save");
    char more[] = "/tmp/ridge-watch-XXXXXX";
    cr_assert(mkdtemp(more) != NULL);
    put(more, "part.c", "one\n");
    watch_also(w, more);
    cr_assert_eq(yes_within(w, 700), 0, "another folder is no save");
    put(more, "part.c", "two\n");
    cr_assert_eq(yes_within(w, 1500), 1, "a save in it is one");
    watch_close(w);
    snprintf(command, sizeof command, "rm -r %s", more);
    cr_assert_eq(system(command), 0);
    snprintf(command, sizeof command, "rm -r %s", dir);
    cr_assert_eq(system(command), 0);
    cr_assert(watch_open(dir, &how) == NULL);
    cr_assert(*how, "and says why");
}

Test(engine, saves_are_seen_by_inotify)
{
    watching("");
}

Test(engine, saves_are_seen_by_polling)
{
    watching("poll");
}
