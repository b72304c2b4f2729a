/* Themes: what the styles look like. The ground stays the terminal's own. */
#define _GNU_SOURCE
#include <string.h>

#include "screen.h"
#include "screen_impl.h"
#include "tui.h"

enum { PAIR_ACCENT = 1, PAIR_BAD, PAIR_DIM };

/* No meaning is told by colour alone: weight and signs say the same, so that `mono` loses nothing. The first
 * is for terminals of which nothing is known: at least 3.5:1 on white and on black. Dark and light have 4.5:1
 * on theirs (tested). Blue and orange stay apart for eyes that take red for green. */
static const struct tui_theme themes[] = {
    {"auto", "middle tones, for a light ground or a dark one", 31, 167, 243, COLOR_CYAN, COLOR_RED},
    {"dark", "bright tones, for a dark ground", 80, 203, 245, COLOR_CYAN, COLOR_RED},
    {"light", "deep tones, for a light ground", 24, 124, 242, COLOR_BLUE, COLOR_RED},
    {"colour-blind", "blue and orange in place of teal and red", 32, 166, 243, COLOR_BLUE, COLOR_YELLOW},
    {"mono", "no colours", 0, 0, 0, 0, 0},
};
enum { THEMES = sizeof themes / sizeof themes[0], MONO = THEMES - 1 };

static attr_t attrs[STYLE_COUNT];

const struct tui_theme *tui_theme(int k)
{
    return k >= 0 && k < THEMES ? &themes[k] : NULL;
}

int tui_theme_of(const char *name)
{
    for (int k = 0; k < THEMES; k++)
        if (!strcmp(themes[k].name, name))
            return k;
    return -1;
}

attr_t style_attr(enum style s)
{
    return attrs[s];
}

static void use(struct screen *s, int k)
{
    static const attr_t plain[STYLE_COUNT] = {
        [STYLE_DIM] = A_DIM,   [STYLE_STRONG] = A_BOLD, [STYLE_EMPH] = A_UNDERLINE,
        [STYLE_HEAD] = A_BOLD, [STYLE_ACCENT] = A_BOLD, [STYLE_BAD] = A_BOLD,
    };
    const struct tui_theme *t = &themes[k];
    short ground = s->ground, many = COLORS >= 256;
    s->theme = k;
    memcpy(attrs, plain, sizeof attrs);
    if (!s->color || k == MONO)
        return;
    init_pair(PAIR_ACCENT, (short)(many ? t->accent : t->accent8), ground);
    init_pair(PAIR_BAD, (short)(many ? t->bad : t->bad8), ground);
    attrs[STYLE_ACCENT] = attrs[STYLE_CODE] = COLOR_PAIR(PAIR_ACCENT);
    attrs[STYLE_BAD] = COLOR_PAIR(PAIR_BAD);
    if (many) {
        init_pair(PAIR_DIM, (short)t->dim, ground);
        attrs[STYLE_DIM] = COLOR_PAIR(PAIR_DIM);
    }
}

void theme_setup(struct screen *s)
{
    json_t *name = NULL;
    int k = 0;
    s->color = s->app->color && has_colors() && start_color() == OK && COLORS >= 8;
    if (s->color)
        s->ground = use_default_colors() == OK ? -1 : COLOR_BLACK;
    if (s->app->db && db_state_get(s->app->db, TUI_THEME, &name) == DB_OK && json_is_string(name))
        k = tui_theme_of(json_string_value(name));
    json_decref(name);
    use(s, k < 0 ? 0 : k);
}

void theme_next(struct screen *s)
{
    json_t *name;
    if (!s->color) {
        screen_say(s, STYLE_TEXT, "Colours are off: this terminal has none, or NO_COLOR or --no-color says so.");
        return;
    }
    use(s, (s->theme + 1) % THEMES);
    clearok(curscr, TRUE);
    name = json_string(themes[s->theme].name);
    if (s->app->db && db_state_put(s->app->db, TUI_THEME, name) != DB_OK)
        screen_say(s, STYLE_BAD, "%s", db_error(s->app->db));
    else
        screen_say(s, STYLE_TEXT, "Theme: %s, %s", themes[s->theme].name, themes[s->theme].what);
    json_decref(name);
}
