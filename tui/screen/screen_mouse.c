/* The mouse, and text that is pasted: input that is not a key. */
#define _GNU_SOURCE
#include <string.h>

#include "screen.h"
#include "screen_impl.h"
#include "tui.h"
#include "runner/base/term.h"

enum { DOUBLE_MS = 400, PASTE_LOST_MS = 1000, WHEEL_ROWS = 3, KEY_PASTE = 2000, KEY_PASTED = 2001 };

/* Terminals bracket what is pasted when asked to; others ignore these. The mouse is named too, since a crash
 * leaves no time for curses to take it back. */
static const char paste_on[] = "\033[?2004h";
const char input_off[] = "\033[?2004l\033[?1006;1000l";

static int wanted(const struct screen *s)
{
    json_t *is = NULL;
    int on = !s->app->db || db_state_get(s->app->db, TUI_MOUSE, &is) != DB_OK || !json_is_false(is);
    json_decref(is);
    return on;
}

void input_open(struct screen *s)
{
    define_key("\033[200~", KEY_PASTE);
    define_key("\033[201~", KEY_PASTED);
    mouseinterval(0); /* curses would wait for a click to become a double one */
    if (wanted(s))
        mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
}

void input_resume(const struct screen *s)
{
    if (s->detached)
        return;
    fputs(paste_on, stdout);
    fflush(stdout);
}

void input_suspend(const struct screen *s)
{
    if (s->detached)
        return;
    fputs(input_off, stdout);
    fflush(stdout);
}

/* ---- the mouse ------------------------------------------------------------------ */

static struct pane *pane_at(struct view *v, int y, int x)
{
    for (int k = 0; k < v->npanes; k++) {
        struct pane *p = &v->pane[k];
        if (!p->hidden && y >= p->y && y < p->y + p->h && x >= p->x - 2 && x < p->x + p->w)
            return p;
    }
    return NULL;
}

static void wheel(struct screen *s, struct pane *p, int way)
{
    pane_scroll(p, way * WHEEL_ROWS);
    screen_act(s, view_moved(s->top));
}

/* The words at the bottom are buttons. */
static int press_label(struct screen *s, int y, int x)
{
    for (int k = 0; y == s->h - 1 && k < s->nlabels; k++)
        if (x >= s->label[k].from && x < s->label[k].to) {
            screen_action(s, s->label[k].action);
            return 1;
        }
    return 0;
}

static void press_row(struct screen *s, struct pane *p, int y, int twice)
{
    struct view *v = s->top;
    long at = p->top + y - p->y;
    int focus = (int)(p - v->pane);
    while (at > 0 && at < (long)p->n && p->rows[at].part) /* of a wrapped text each row is the text */
        at--;
    if (at >= (long)p->n || !p->rows[at].select) {
        if (p->cursor >= 0 || p->n)
            v->focus = focus;
        return;
    }
    v->focus = focus;
    p->cursor = at;
    if (!twice)
        screen_act(s, view_moved(v));
    else if (s->prompt.active)
        prompt_key(s, 0, '\r');
    else
        screen_action(s, ACTION_OPEN);
}

void screen_mouse(struct screen *s, int y, int x, unsigned long buttons)
{
    struct pane *p = pane_at(s->top, y, x);
    uint64_t now = uv_now(&s->loop);
    s->urgent = 1;
    screen_touch(s);
    if (s->h < MIN_ROWS || s->w < MIN_COLUMNS || (s->prompt.active && !s->prompt.typed))
        return; /* nothing is shown, or an answer is waited for */
    if (buttons & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        if (p)
            wheel(s, p, buttons & BUTTON4_PRESSED ? -1 : 1);
        return;
    }
    if (!(buttons & BUTTON1_PRESSED))
        return;
    int twice = s->clicked_y == y && s->clicked_x == x && now - s->clicked < DOUBLE_MS;
    s->clicked = twice ? 0 : now;
    s->clicked_y = y;
    s->clicked_x = x;
    s->say[0] = 0;
    if (!s->prompt.active && press_label(s, y, x))
        return;
    if (p)
        press_row(s, p, y, twice);
}

static void drain_mouse(struct screen *s)
{
    MEVENT e;
    while (getmouse(&e) == OK && !s->quit)
        screen_mouse(s, e.y, e.x, e.bstate);
}

/* ---- pasting -------------------------------------------------------------------- */

static void end_paste(struct screen *s)
{
    s->pasting = 0;
    if (!s->prompt.active && s->pasted)
        screen_say(s, STYLE_STRONG, "Pasted text is not taken for keys. It can go where a line is asked for, and "
                                    "into your editor.");
}

static void pasted_key(struct screen *s, int is_code, wint_t key)
{
    s->pasted++;
    if (is_code || !s->prompt.active || s->prompt.kind != PROMPT_LINE)
        return;
    prompt_key(s, 0, key < 32 || key == 127 ? ' ' : key); /* a line's end does not answer */
}

int input_key(struct screen *s, int is_code, wint_t key)
{
    uint64_t now = uv_now(&s->loop);
    if (s->pasting && now - s->pasting > PASTE_LOST_MS) /* the end of the paste was lost on the way */
        s->pasting = 0;
    if (is_code && key == KEY_PASTE) {
        s->pasting = now ? now : 1;
        s->pasted = 0;
    } else if (is_code && key == KEY_PASTED) {
        end_paste(s);
    } else if (s->pasting) {
        s->pasting = now ? now : 1;
        pasted_key(s, is_code, key);
    } else if (is_code && key == KEY_MOUSE) {
        drain_mouse(s);
    } else {
        return 0;
    }
    screen_touch(s);
    return 1;
}

void input_paste(struct screen *s, const char *text)
{
    uint32_t c;
    input_key(s, 1, KEY_PASTE);
    for (size_t used; *text; text += used) {
        term_char(text, &c, &used);
        input_key(s, 0, c);
    }
    input_key(s, 1, KEY_PASTED);
}
