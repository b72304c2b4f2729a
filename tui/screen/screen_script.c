/*
 * Scripted keys: the workbook without a terminal. Lines of a file stand for a person; what the person would
 * see is saved as text. Each line is a command, `#` begins a comment:
 *
 *   size WxH            columns by rows; 80x24 until it is said
 *   clock N             the time that RIDGE_NOW pins goes on by so many minutes
 *   seed N              draws the questions' parameters, in place of the learner's own
 *   keys NAME...        keys by their names in screen_keys.c, or the character itself
 *   type TEXT           each character as a key
 *   paste TEXT          as a terminal hands it over
 *   click X Y           the left button; a second one on the same place opens
 *   wheel up|down X Y
 *   wait TEXT           until the screen shows it
 *   gone TEXT           until it does not
 *   mask NAME...        what differs from run to run is blotted out of what is saved: see masks[]
 *   save FILE           the screen as text; "-" is standard output
 *
 * The first thing that can't be done ends it with the line's number, the screen, and APP_FAILED.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "screen_impl.h"
#include "runner/base/utf8.h"
#include "runner/base/term.h"

enum { PATIENCE_MS = 30000, TICK_MS = 5, LINE_BYTES = 4096, ROW_BYTES = 4096 };

/* A number that differs has its width taken from the blanks before it, so that columns stay. */
static const struct mask {
    const char *name, *pattern, *shown;
} masks[] = {
    {"duration", " *[0-9]+(\\.[0-9]+)? (ns|us|ms|s)\\b", "# s"},
    {"rate", " *[0-9]+(\\.[0-9]+)? [kMGTP]?(FLOP|B)/s", "# /s"},
    {"watch", "\\((inotify|polling[^)]*)\\)", "(watched)"},
};
enum { MASKS = sizeof masks / sizeof masks[0] };

struct script {
    FILE *in;
    const char *name;
    int line, waiting, masked[MASKS];
    char text[LINE_BYTES]; /* the command under way */
    uint64_t since;        /* of a wait */
    uv_timer_t tick;
};

/* ---- what is on the screen ------------------------------------------------------ */

/* The characters of one row, blanks at its end left out. */
static void row_on_screen(const struct screen *s, int y, char *ret, size_t n)
{
    cchar_t cell;
    wchar_t wide[CCHARW_MAX + 1];
    attr_t a;
    short pair;
    size_t len = 0, end = 0;
    for (int x = 0; x < s->w; x++) {
        if (mvin_wch(y, x, &cell) == ERR || getcchar(&cell, wide, &a, &pair, NULL) == ERR)
            break;
        for (int k = 0; wide[k] && len + 8 < n; k++)
            len += utf8_put((uint32_t)wide[k], ret + len);
        if (wide[0] != L' ')
            end = len;
        if (wcwidth(wide[0]) == 2)
            x++;
    }
    ret[end] = 0;
}

static int shows(const struct screen *s, const char *text)
{
    char row[ROW_BYTES];
    for (int y = 0; y < s->h; y++) {
        row_on_screen(s, y, row, sizeof row);
        if (strstr(row, text))
            return 1;
    }
    return 0;
}

static void mask_row(const struct mask *m, char *row, size_t n)
{
    char out[ROW_BYTES];
    regex_t re;
    regmatch_t at;
    size_t len = 0;
    const char *p = row;
    if (regcomp(&re, m->pattern, REG_EXTENDED))
        return;
    while (len < sizeof out && !regexec(&re, p, 1, &at, p == row ? 0 : REG_NOTBOL)) {
        int pad = (int)(at.rm_eo - at.rm_so) - (int)strlen(m->shown);
        len += (size_t)snprintf(out + len, sizeof out - len, "%.*s%*s%s", (int)at.rm_so, p, pad > 0 ? pad : 0, "",
                                m->shown);
        p += at.rm_eo;
    }
    if (len < sizeof out && p != row) {
        snprintf(out + len, sizeof out - len, "%s", p);
        snprintf(row, n, "%s", out);
    }
    regfree(&re);
}

static void print_screen(const struct screen *s, const int *masked, FILE *f)
{
    char row[ROW_BYTES];
    for (int y = 0; y < s->h; y++) {
        row_on_screen(s, y, row, sizeof row);
        for (int k = 0; masked && k < MASKS; k++)
            if (masked[k])
                mask_row(&masks[k], row, sizeof row);
        fprintf(f, "%s\n", row);
    }
}

/* ---- commands ------------------------------------------------------------------- */

static int fail(struct screen *s, const char *what, const char *arg)
{
    screen_frame(s);
    fprintf(stderr, "%s:%d: %s%s. The screen, %dx%d:\n", s->script->name, s->script->line, what, arg, s->w, s->h);
    print_screen(s, NULL, stderr);
    return -1;
}

static int do_size(struct screen *s, char *arg)
{
    int w, h;
    if (sscanf(arg, "%dx%d", &w, &h) != 2 || w < 1 || h < 1 || w > 500 || h > 500)
        return fail(s, "a size is COLUMNSxROWS, up to 500x500, not ", arg);
    screen_resize(s, h, w);
    return 0;
}

static int do_seed(struct screen *s, char *arg)
{
    s->app->learner_seed = strtoll(arg, NULL, 10);
    return 0;
}

static int do_clock(struct screen *s, char *arg)
{
    long minutes = strtol(arg, NULL, 10);
    char now[32];
    if (!s->pinned || minutes < 1)
        return fail(s, "clock takes minutes, and goes on from RIDGE_NOW, not ", arg);
    s->pinned += minutes * 60000;
    snprintf(now, sizeof now, "%lld", (long long)(s->pinned / 1000));
    setenv("RIDGE_NOW", now, 1);
    if (s->app->db)
        db_set_clock(s->app->db, s->pinned);
    return 0;
}

static int do_keys(struct screen *s, char *arg)
{
    char *save = NULL;
    for (char *name = strtok_r(arg, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
        int is_code;
        unsigned key;
        if (key_of_name(name, &is_code, &key))
            return fail(s, "there is no key ", name);
        screen_key(s, is_code, key);
    }
    return 0;
}

static int do_type(struct screen *s, char *arg)
{
    uint32_t c;
    for (size_t used; *arg; arg += used) {
        term_char(arg, &c, &used);
        screen_key(s, 0, c);
    }
    return 0;
}

static int do_paste(struct screen *s, char *arg)
{
    input_paste(s, arg);
    return 0;
}

static int do_click(struct screen *s, char *arg)
{
    int x, y;
    if (sscanf(arg, "%d %d", &x, &y) != 2)
        return fail(s, "click takes a column and a row from 0, not ", arg);
    screen_frame(s);
    screen_mouse(s, y, x, BUTTON1_PRESSED);
    return 0;
}

static int do_wheel(struct screen *s, char *arg)
{
    int x, y;
    char way[8];
    if (sscanf(arg, "%7s %d %d", way, &x, &y) != 3)
        return fail(s, "wheel takes up or down, a column and a row, not ", arg);
    screen_frame(s);
    screen_mouse(s, y, x, *way == 'u' ? BUTTON4_PRESSED : BUTTON5_PRESSED);
    return 0;
}

static int wait_until(struct screen *s, const char *arg, int wanted)
{
    struct script *c = s->script;
    if (!c->waiting)
        c->since = uv_now(&s->loop);
    screen_frame(s);
    c->waiting = shows(s, arg) != wanted;
    if (c->waiting && uv_now(&s->loop) - c->since > PATIENCE_MS)
        return fail(s, wanted ? "this did not come: " : "this did not go: ", arg);
    return 0;
}

static int do_wait(struct screen *s, char *arg)
{
    return wait_until(s, arg, 1);
}

static int do_gone(struct screen *s, char *arg)
{
    return wait_until(s, arg, 0);
}

static int do_mask(struct screen *s, char *arg)
{
    char *save = NULL;
    for (char *name = strtok_r(arg, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
        int found = 0;
        for (int k = 0; k < MASKS; k++)
            if (!strcmp(masks[k].name, name))
                found = s->script->masked[k] = 1;
        if (!found)
            return fail(s, "there is no mask ", name);
    }
    return 0;
}

static int do_save(struct screen *s, char *arg)
{
    FILE *f = strcmp(arg, "-") ? fopen(arg, "w") : stdout;
    if (!f)
        return fail(s, "this file can't be written: ", arg);
    screen_frame(s);
    print_screen(s, s->script->masked, f);
    int bad = ferror(f) | fflush(f);
    if (f != stdout)
        fclose(f);
    return bad ? fail(s, "writing failed: ", strerror(errno)) : 0;
}

static const struct {
    const char *name;
    int (*run)(struct screen *s, char *arg);
} commands[] = {
    {"size", do_size}, {"clock", do_clock}, {"seed", do_seed}, {"keys", do_keys}, {"type", do_type},
    {"paste", do_paste}, {"click", do_click}, {"wheel", do_wheel},
    {"wait", do_wait}, {"gone", do_gone}, {"mask", do_mask}, {"save", do_save},
};

static int run_line(struct screen *s, const char *line)
{
    char copy[LINE_BYTES];
    snprintf(copy, sizeof copy, "%s", line);
    size_t n = strcspn(copy, " ");
    char *arg = copy + n + (copy[n] == ' ');
    copy[n] = 0;
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++)
        if (!strcmp(commands[k].name, copy))
            return commands[k].run(s, arg);
    return fail(s, "there is no command ", copy);
}

/* ---- begin, end ----------------------------------------------------------------- */

static void leave_script(struct screen *s, int code)
{
    s->quit = 1;
    s->code = code;
}

static void on_tick(uv_timer_t *h)
{
    struct screen *s = h->data;
    struct script *c = s->script;
    while (!s->quit && !s->away) {
        if (!c->waiting && !fgets(c->text, sizeof c->text, c->in)) {
            leave_script(s, APP_OK);
            return;
        }
        if (!c->waiting) {
            c->line++;
            c->text[strcspn(c->text, "\r\n")] = 0;
        }
        if (!c->text[0] || c->text[0] == '#')
            continue;
        if (run_line(s, c->text))
            leave_script(s, APP_FAILED);
        if (c->waiting)
            return;
    }
}

int script_open(struct screen *s, const char *path)
{
    s->script = calloc(1, sizeof *s->script);
    if (!s->script)
        return -1;
    s->script->name = strcmp(path, "-") ? path : "standard input";
    s->script->in = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (s->script->in)
        return 0;
    app_fail(s->app, APP_USAGE, "%s: %s. --script wants a file of keys, or - for standard input.", path,
             strerror(errno));
    script_close(s);
    return -1;
}

void script_start(struct screen *s)
{
    uv_timer_init(&s->loop, &s->script->tick);
    s->script->tick.data = s;
    uv_timer_start(&s->script->tick, on_tick, 0, TICK_MS);
}

void script_close(struct screen *s)
{
    if (s->script && s->script->in && s->script->in != stdin)
        fclose(s->script->in);
    free(s->script);
    s->script = NULL;
}
