/*
 * Nothing that must be read is cut: every question of the curriculum at 80x24 and at 50x15, on a curses that writes to
 * nowhere; and lines that are wider than their pane, which are scrolled to sideways.
 */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "curriculum/load/markdown.h"
#include "tui/screen/screen.h"
#include "tui/screen/screen_impl.h"
#include "runner/base/js.h"
#include "runner/base/utf8.h"

enum { PAGE = 1, TEXT_BYTES = 1 << 16 }; /* PAGE: the pane of view_questions that has the question */

static struct {
    struct screen s;
    struct app app;
    FILE *null_in, *null_out;
    char home[64];
} here;

static void start(void)
{
    struct app_options o = {.home = here.home, .root = getenv("RIDGE_SRC")};
    cr_assert(setlocale(LC_ALL, "C.UTF-8"));
    strcpy(here.home, "/tmp/ridge-whole-XXXXXX");
    cr_assert(mkdtemp(here.home) != NULL);
    cr_assert_eq(app_open(&here.app, &o, getenv("RIDGE_BIN")), APP_OK, "%s", here.app.error);
    here.null_in = fopen("/dev/null", "r");
    here.null_out = fopen("/dev/null", "w");
    here.s.terminal = newterm("xterm-256color", here.null_out, here.null_in);
    cr_assert(here.s.terminal != NULL);
    here.s.app = &here.app;
    here.s.places = json_object();
    here.s.pages = &screen_pages;
    here.s.detached = 1; /* pages are waited for */
    theme_setup(&here.s);
}

static void stop(void)
{
    char command[96];
    views_free(&here.s);
    endwin();
    delscreen(here.s.terminal);
    json_decref(here.s.places);
    app_close(&here.app);
    fclose(here.null_in);
    fclose(here.null_out);
    snprintf(command, sizeof command, "rm -rf '%s'", here.home);
    cr_assert_eq(system(command), 0);
}

TestSuite(whole, .init = start, .fini = stop, .timeout = 300);

static void resize(int rows, int columns)
{
    screen_resize(&here.s, rows, columns);
}

/* What stands in a row of the pane, as it is on the screen. */
static void row_on_screen(const struct pane *p, int y, char *ret, size_t n)
{
    wchar_t wide[512];
    mvinnwstr(p->y + y, p->x, wide, p->w < 511 ? p->w : 511);
    size_t len = wcstombs(ret, wide, n - 1);
    ret[len == (size_t)-1 ? 0 : len] = 0;
}

/* Appends without blanks: where a line is broken is not what is asked. */
static void add_solid(char *to, const char *text)
{
    size_t n = strlen(to);
    for (; *text && n + 1 < TEXT_BYTES; text++)
        if (!isspace((unsigned char)*text))
            to[n++] = *text;
    to[n] = 0;
}

/* All rows of the pane, as somebody sees them who goes through it page by page; each once. */
static void read_through(struct view *v, int pane, char *ret)
{
    struct pane *p = &v->pane[pane];
    char row[4096];
    long seen = 0;
    ret[0] = 0;
    p->top = 0;
    for (;;) {
        long was = p->top;
        screen_draw(&here.s);
        for (long k = seen > p->top ? seen : p->top; k < p->top + p->h && k < (long)p->n; k++, seen = k) {
            row_on_screen(p, (int)(k - p->top), row, sizeof row);
            add_solid(ret, row);
        }
        pane_scroll(p, p->h);
        if (p->top == was)
            return;
    }
}

static int must_show(const char *page, const char *text, const char *owner, const json_t *question)
{
    static char solid[TEXT_BYTES];
    solid[0] = 0;
    add_solid(solid, text);
    cr_assert(strstr(page, solid), "%s %s at %dx%d: not whole: %s", owner, js_text(question, "id"), here.s.w, here.s.h,
              text);
    return 1;
}

static int must_show_all(const char *page, const char *key, const char *owner, const json_t *question)
{
    size_t k;
    const json_t *x;
    int n = 0;
    json_array_foreach(json_object_get(question, key), k, x)
        n += must_show(page, json_string_value(x), owner, question);
    return n;
}

/* How many choices its questions have. */
static int walk(const char *owner)
{
    static char page[TEXT_BYTES];
    json_t *list = curriculum_questions(here.app.cur, owner, (uint64_t)here.app.learner_seed);
    const json_t *q;
    size_t k;
    int n = 0;
    if (json_array_size(list)) {
        cr_assert_eq(screen_open(&here.s, &view_questions, owner), 0, "%s: %s", owner, here.app.error);
        json_array_foreach(list, k, q) {
            static const char *const parts[] = {"options", "items", "rows"};
            for (size_t x = 0; x < sizeof parts / sizeof parts[0]; x++) {
                read_through(here.s.top, PAGE, page);
                n += must_show_all(page, parts[x], owner, q);
            }
            screen_action(&here.s, ACTION_NEXT);
        }
        views_free(&here.s);
        json_decref(here.s.places); /* it opens at its first question next time, too */
        here.s.places = json_object();
    }
    json_decref(list);
    return n;
}

static int walk_all(void)
{
    size_t k;
    const json_t *x;
    char owner[16];
    int n = 0;
    json_array_foreach(curriculum_weeks(here.app.cur), k, x) {
        snprintf(owner, sizeof owner, "w%02d", (int)js_number(x, "n"));
        n += walk(owner);
    }
    json_array_foreach(curriculum_labs(here.app.cur), k, x)
        n += walk(js_text(x, "id"));
    json_array_foreach(curriculum_cards(here.app.cur), k, x)
        n += walk(js_text(x, "id"));
    return n;
}

Test(whole, every_option_of_every_question_can_be_read)
{
    cr_assert(curriculum_load(here.app.cur), "%s", curriculum_error(here.app.cur));
    resize(24, 80);
    int n = walk_all();
    cr_assert_gt(n, 800, "%d options: all of the curriculum's", n);
    resize(15, 50);
    cr_assert_eq(walk_all(), n);
}

/* What each key does, and what each sign tells, on the page of keys that `ops` has. */
static void keys_are_whole(const struct view_ops *ops, const char *arg)
{
    static const char *const signs[] = { "PASS", "FAIL", "ERROR", "SKIPPED", "INCONCLUSIVE", "STALE", "BEGUN" };
    static char page[TEXT_BYTES];
    cr_assert_eq(screen_open(&here.s, ops, arg), 0, "%s", here.app.error);
    cr_assert_eq(screen_open(&here.s, &view_help, ""), 0);
    read_through(here.s.top, 0, page);
    for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        must_show(page, action_table[a].help, action_table[a].keys, NULL);
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++)
        must_show(page, status_word(signs[k])->told, signs[k], NULL);
    views_free(&here.s);
}

Test(whole, what_each_key_does_can_be_read)
{
    cr_assert(curriculum_load(here.app.cur), "%s", curriculum_error(here.app.cur));
    resize(24, 80);
    keys_are_whole(&view_lab, "w00-column-sums");
    resize(15, 50);
    keys_are_whole(&view_home, "");
}

/* Each line of code of the page: what its pane shows of it, from the left to where it can be scrolled to. */
static int code_is_whole(struct view *v, int pane, const char *what)
{
    static char seen[TEXT_BYTES], want[TEXT_BYTES];
    struct pane *p = &v->pane[pane];
    char row[4096];
    int wide = 0;
    pane_sideways(p, 1 << 20);
    int farthest = p->left;
    for (size_t k = 0; k < p->n; k++) {
        if (p->rows[k].kind != ROW_MARKDOWN || !p->rows[k].wide)
            continue;
        const struct markdown_line *l = &p->rows[k].md->lines[p->rows[k].n];
        int columns = p->rows[k].indent + l->width;
        wide += columns > p->w;
        cr_assert(columns <= p->w + farthest, "%s, line %zu: its end can't be scrolled to", what, k);
        want[0] = seen[0] = 0;
        add_solid(want, l->text);
        p->top = (long)k;
        pane_settle(p);
        for (p->left = 0; !p->left || p->left < columns; p->left += p->w) {
            screen_draw(&here.s);
            row_on_screen(p, (int)((long)k - p->top), row, sizeof row);
            add_solid(seen, row);
        }
        cr_assert_str_eq(seen, want, "%s at %dx%d, line %zu", what, here.s.w, here.s.h, k);
    }
    p->left = 0;
    return wide;
}

Test(whole, every_line_of_code_of_every_lesson_can_be_read)
{
    size_t k;
    const json_t *x;
    int wide = 0;
    cr_assert(curriculum_load(here.app.cur), "%s", curriculum_error(here.app.cur));
    resize(15, 50);
    json_array_foreach(curriculum_labs(here.app.cur), k, x) {
        const char *id = js_text(x, "id");
        cr_assert_eq(screen_open(&here.s, &view_lesson, id), 0, "%s: %s", id, here.app.error);
        wide += code_is_whole(here.s.top, 0, id);
        views_free(&here.s);
    }
    cr_assert_gt(wide, 100, "%d lines are wider than 50 columns", wide);
}

/* What leaving would do, and the key that leaves, at each width that Ridge is made for. */
Test(whole, the_question_before_leaving_can_be_read)
{
    static const int columns[] = { 50, 80, 120 };
    cr_assert(curriculum_load(here.app.cur), "%s", curriculum_error(here.app.cur));
    cr_assert_eq(screen_open(&here.s, &view_home, ""), 0, "%s", here.app.error);
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++)
        for (int running = 0; running < 2; running++) {
            resize(15, columns[k]);
            here.s.run.running = running;
            prompt_leave(&here.s);
            const char *label = here.s.prompt.label;
            here.s.run.running = 0;
            cr_expect_leq(utf8_text_width(label, strlen(label)), columns[k] - 3, "%d columns: %s", columns[k], label);
            cr_expect_not_null(strstr(label, "Enter, y or q leaves"), "%s", label);
            cr_expect_eq(strstr(label, "the run") != NULL, running, "%s", label);
        }
}
