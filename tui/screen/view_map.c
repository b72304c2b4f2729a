/* The year: one row a part, one cell a week; beneath, what the chosen week rests on and what rests on it. */
#define _GNU_SOURCE
#include "view_map.h"

#include <stdio.h>
#include <string.h>

#include "tui/app/chapter.h"
#include "tui/app/tours.h"
#include "tui/app/year_map.h"
#include "runner/base/js.h"
#include "runner/base/term.h"
#include "runner/base/util.h"

enum { PART = ROW_OWN, RESTS_ON, LEADS_TO, LAB, STEP, STEP_LAB, PAGE, DIVE, TOUR, ALL_TOURS };
enum { WIDEST_PART = 12, FEW_STEPS = 6 };

struct map {
    struct year_map year;
    json_t *week; /* year_map_week() of the chosen one */
    int n, column; /* column: where the eye is, while parts of other lengths are passed */
    int step; /* from 1 on: the one whose labs are shown; 0: none's */
    int tours; /* all tours are shown, not only those of the week */
    int all;  /* the steps are many, and all of them are shown */
};

static const json_t *part_at(struct view *v, int part)
{
    return json_array_get(curriculum_parts(v->app->cur), (size_t)part - 1);
}

static int edge_of(const json_t *part, int last)
{
    return (int)json_integer_value(json_array_get(json_object_get(part, "weeks"), (size_t)last));
}

static int part_of(struct view *v, int week)
{
    size_t k;
    const json_t *p;
    json_array_foreach(curriculum_parts(v->app->cur), k, p)
        if (week >= edge_of(p, 0) && week <= edge_of(p, 1))
            return (int)k + 1;
    return 1;
}

static void choose(struct view *v, int week)
{
    struct map *m = v->data;
    json_decref(m->week);
    m->n = week < 1 ? 1 : week > YEAR_MAP_WEEKS ? YEAR_MAP_WEEKS : week;
    m->week = year_map_week(&m->year, m->n);
}

static int map_load(struct view *v)
{
    struct map *m = v->data;
    year_map_load(&m->year, v->app, app_track(v->app));
    if (!m->n) {
        json_t *next = app_next(v->app, m->year.facts.standing);
        m->n = next ? (int)js_number(next, "week") : 1;
        json_decref(next);
    }
    choose(v, m->n);
    m->column = m->n - edge_of(part_at(v, part_of(v, m->n)), 0);
    snprintf(v->right, sizeof v->right, "track: %.80s", js_text(m->year.track, "title"));
    return 0;
}

static int map_open(struct view *v)
{
    if (!curriculum_load(v->app->cur) && !json_array_size(curriculum_weeks(v->app->cur))) {
        app_fail(v->app, APP_CONFIG, "%s", curriculum_error(v->app->cur));
        return -1;
    }
    return 0;
}

static void map_close(struct view *v)
{
    struct map *m = v->data;
    year_map_free(&m->year);
    json_decref(m->week);
}

/* ---- rows ----------------------------------------------------------------------- */

static void fill_topics(struct pane *p, const json_t *list, int kind, const char *label, const char *none)
{
    size_t k;
    const json_t *t;
    json_array_foreach(list, k, t)
        pane_add(p, kind, (int)k)->item = t;
    if (!json_array_size(list))
        pane_text(p, STYLE_DIM, 0, "%-10s%s", label, none);
}

/* A sign stays with its word: lines are broken between such pairs only. */
static void fill_legend(struct pane *p)
{
    char line[120] = "", one[40];
    for (int c = YEAR_MAP_NOT_YET; c < YEAR_MAP_CELLS; c++) {
        size_t n = strlen(line);
        snprintf(one, sizeof one, "%s %s", year_map_sign((enum year_map_cell)c), year_map_word((enum year_map_cell)c));
        if (n && 4 + term_width(line) + 2 + term_width(one) > p->w) {
            pane_text(p, STYLE_DIM, 4, "%s", line);
            n = 0;
        }
        snprintf(line + n, sizeof line - n, "%s%s", n ? "  " : "", one);
    }
    pane_text(p, STYLE_DIM, 4, "%s", line);
}

/* The first step that something is left of. */
static size_t step_now(const struct map *m)
{
    size_t k;
    const json_t *s;
    json_array_foreach(m->year.steps, k, s)
        if (js_number(s, "left") > 0)
            return k;
    return 0;
}

/* The page on which the track says what it is; NULL: it has none. */
static const json_t *page_of(const struct view *v)
{
    const struct map *m = v->data;
    char id[64];
    snprintf(id, sizeof id, "cards/%.50s", js_text(m->year.track, "page"));
    return js_row(curriculum_cards(v->app->cur), "id", id);
}

/* What lies under an open step: its deep dives, then its labs. */
static void fill_step(struct view *v, struct pane *p, int step)
{
    const struct map *m = v->data;
    const json_t *own = json_array_get(json_object_get(m->year.track, "steps"), (size_t)step - 1), *name, *lab;
    size_t k;
    char id[32];
    json_array_foreach(json_object_get(own, "deep"), k, name) {
        snprintf(id, sizeof id, "deep/%.20s", json_string_value(name));
        const json_t *card = js_row(curriculum_cards(v->app->cur), "id", id);
        if (card)
            pane_add(p, DIVE, (int)k)->item = card;
    }
    json_array_foreach(json_object_get(json_array_get(m->year.steps, (size_t)step - 1), "labs"), k, lab)
        pane_add(p, STEP_LAB, (int)k)->item = lab;
}

/* The tours of the week that is chosen, or all of them. */
static void fill_tours(struct view *v, struct pane *p)
{
    const struct map *m = v->data;
    const json_t *week = facts_week_brief(v->app, m->n), *card;
    int all = 0, shown = 0;
    size_t k;
    json_array_foreach(curriculum_cards(v->app->cur), k, card)
        all += tours_is(card);
    if (!all)
        return;
    json_array_foreach(curriculum_cards(v->app->cur), k, card)
        if (tours_is(card) && (m->tours || tours_fits(card, week))) {
            struct row *r = pane_add(p, TOUR, shown++);
            r->item = card;
            r->text = util_path("%d/%zu files", tours_here(v->app, card),
                                json_array_size(json_object_get(card, "files")));
        }
    if (shown)
        pane_wrap(p, STYLE_DIM, 10, "`ridge fetch tour:NAME` gets a tour's files; without them its page still reads.");
    if (!m->tours)
        pane_add(p, ALL_TOURS, shown);
}

/* The steps of a track that is not the year itself; of many the one that is next, until all are asked for. */
static void fill_steps(struct view *v, struct pane *p)
{
    struct map *m = v->data;
    size_t k, many = json_array_size(m->year.steps), passed = 0, shown = 0;
    const json_t *s;
    if (json_is_true(json_object_get(m->year.track, "year")) || !many)
        return;
    int all = m->all || many <= FEW_STEPS;
    json_array_foreach(m->year.steps, k, s)
        passed += !strcmp(js_text(s, "state"), "passed");
    const json_t *page = page_of(v);
    if (page)
        pane_add(p, PAGE, 0)->item = page;
    pane_text(p, STYLE_DIM, 0, "STEPS     %zu of %zu passed", passed, many);
    json_array_foreach(m->year.steps, k, s) {
        if (!all && k != step_now(m) && k + 1 != (size_t)m->step)
            continue;
        shown++;
        pane_add(p, STEP, (int)k + 1)->item = s;
        if (k + 1 == (size_t)m->step)
            fill_step(v, p, m->step);
    }
    if (shown < many)
        pane_add(p, STEP, 0);
    pane_blank(p);
}

static void map_fill(struct view *v)
{
    struct map *m = v->data;
    struct pane *p = &v->pane[0];
    fill_steps(v, p);
    const json_t *x;
    char title[200], right[120], plan[80];
    size_t k;
    json_array_foreach(curriculum_parts(v->app->cur), k, x)
        pane_add(p, PART, (int)k + 1)->item = x;
    fill_legend(p);
    pane_blank(p);
    facts_plan(plan, sizeof plan, facts_hours(m->week));
    snprintf(title, sizeof title, "Week %d  %.180s", m->n, js_text(m->week, "title"));
    snprintf(right, sizeof right, "%.20s%s%s", js_text(m->week, "state"), *plan ? " · " : "", plan);
    int fits = term_width(title) + 2 + term_width(right) <= p->w;
    pane_head(p, title, fits ? right : NULL);
    if (!fits)
        pane_text(p, STYLE_DIM, 0, "%s", right);
    fill_topics(p, json_object_get(m->week, "rests_on"), RESTS_ON, "RESTS ON", "nothing that comes before");
    fill_topics(p, json_object_get(m->week, "leads_to"), LEADS_TO, "LEADS TO", "nothing that comes after");
    json_array_foreach(json_object_get(m->week, "labs"), k, x)
        pane_add(p, LAB, (int)k)->item = x;
    if (!json_array_size(json_object_get(m->week, "labs")))
        pane_text(p, STYLE_DIM, 0, "%-10s%s", "LABS", "none of its own");
    fill_tours(v, p);
}

/* "[12✓]" is the chosen one, " 12✓ " any other; numbers go first when room is short, then the brackets. */
static void draw_cell(const struct map *m, struct pen *p, int n, int width)
{
    static const enum style style[YEAR_MAP_CELLS] = { STYLE_DIM,    STYLE_DIM,    STYLE_TEXT,
                                                  STYLE_ACCENT, STYLE_ACCENT, STYLE_BAD };
    enum year_map_cell c = m->year.cell[n];
    int chosen = n == m->n;
    enum style s = chosen ? STYLE_STRONG : style[c];
    pen_put(p, s, chosen ? "[" : " ");
    if (width > 4)
        pen_fmt(p, s, "%2d", n);
    pen_put(p, s, year_map_sign(c));
    if (width > 2)
        pen_put(p, s, chosen ? "]" : " ");
}

static void draw_part(struct view *v, const struct row *r, struct pen *p)
{
    int wide = pen_left(p) >= WIDEST_PART * 5 + 4 ? 5 : pen_left(p) >= WIDEST_PART * 3 + 4 ? 3 : 2;
    int label = pen_left(p) - WIDEST_PART * wide;
    pen_cell(p, STYLE_STRONG, 4, map_part_name(r->n));
    if (label > 10)
        pen_cell(p, STYLE_TEXT, label > 28 ? 24 : label - 4, js_text(r->item, "title"));
    for (int n = edge_of(r->item, 0); n <= edge_of(r->item, 1) && n <= YEAR_MAP_WEEKS; n++)
        draw_cell(v->data, p, n, wide);
}

static void draw_topic(const struct row *r, struct pen *p)
{
    char weeks[64] = "";
    size_t k, n = 0;
    const json_t *w;
    json_array_foreach(json_object_get(r->item, "weeks"), k, w)
        if (n < sizeof weeks - 8)
            n += (size_t)snprintf(weeks + n, sizeof weeks - n, "%s%d", k ? ", " : "", (int)json_integer_value(w));
    pen_cell(p, STYLE_DIM, 10, r->n ? "" : r->kind == RESTS_ON ? "RESTS ON" : "LEADS TO");
    pen_fmt(p, STYLE_TEXT, "week%s ", json_array_size(json_object_get(r->item, "weeks")) == 1 ? " " : "s");
    pen_cell(p, STYLE_TEXT, pen_left(p) > 40 ? 12 : 8, weeks);
    pen_put(p, STYLE_TEXT, js_text(r->item, "topic"));
}

void map_draw_state(const json_t *s, struct pen *p)
{
    const char *state = js_text(s, "state"), *next = js_text(s, "next");
    const char *hand = json_is_object(json_object_get(s, "by_hand")) ? "by hand · " : "";
    if (!strcmp(state, "locked"))
        pen_right(p, STYLE_DIM, "locked: after %s", js_text(s, "after"));
    else if (!js_number(s, "ready"))
        pen_right(p, STYLE_DIM, "%snot there yet", hand);
    else if (!js_number(s, "left"))
        pen_right(p, STYLE_ACCENT, "%s✓ passed", hand);
    else
        pen_right(p, STYLE_TEXT, "%s%.0f of %.0f left, next %s", hand, js_number(s, "left"), js_number(s, "ready"),
                  next);
}

static void draw_step(const struct map *m, const struct row *r, struct pen *p)
{
    if (!r->n) {
        pen_fmt(p, STYLE_ACCENT, "          all %zu steps", json_array_size(m->year.steps));
        return;
    }
    map_draw_state(r->item, p);
    int locked = !strcmp(js_text(r->item, "state"), "locked");
    pen_cell(p, locked ? STYLE_DIM : STYLE_STRONG, 7, js_text(r->item, "name"));
    pen_put(p, locked ? STYLE_DIM : STYLE_TEXT, js_text(r->item, "label"));
}

static void draw_step_lab(const struct row *r, struct pen *p)
{
    int ready = json_is_true(json_object_get(r->item, "ready"));
    enum style s = ready ? STYLE_TEXT : STYLE_DIM;
    if (json_is_object(json_object_get(r->item, "by_hand")))
        pen_right(p, STYLE_DIM, "opened by hand");
    else if (!ready)
        pen_right(p, STYLE_DIM, "not there yet");
    else if (*js_text(r->item, "stage"))
        pen_right(p, STYLE_ACCENT, "★ %s", js_text(r->item, "stage"));
    pen_put(p, s, "       ");
    pen_status(p, js_text(r->item, "status"));
    pen_put(p, s, " ");
    pen_cell(p, s, 22, js_text(r->item, "id"));
    pen_put(p, s, js_text(r->item, "title"));
}

static void draw_lab(const struct row *r, struct pen *p)
{
    int ready = json_is_true(json_object_get(r->item, "ready"));
    int on = json_is_string(json_object_get(r->item, "step"));
    const char *stage = js_text(r->item, "stage");
    enum style s = ready && on ? STYLE_TEXT : STYLE_DIM;
    if (!ready)
        pen_right(p, STYLE_DIM, "not there yet");
    else if (!on)
        pen_right(p, STYLE_DIM, "off the track");
    else if (*stage)
        pen_right(p, STYLE_ACCENT, "★ %s", stage);
    pen_cell(p, STYLE_DIM, 10, r->n ? "" : "LABS");
    pen_status(p, js_text(r->item, "status"));
    pen_put(p, s, json_is_true(json_object_get(r->item, "extra")) ? " + " : "   ");
    pen_cell(p, s, pen_left(p) > 44 ? 22 : 16, js_text(r->item, "id"));
    pen_put(p, s, js_text(r->item, "title"));
}

static void draw_dive(const struct map *m, const json_t *card, struct pen *p)
{
    struct chapter_facts f;
    chapter_facts(&m->year.facts, card, &f);
    if (f.complete)
        pen_right(p, STYLE_ACCENT, " ✓ %s", f.last_cold);
    else
        pen_right(p, STYLE_DIM, " sections %d/%d · exercises %d/%d", f.ticked, f.sections, f.right + f.texts_written,
                  f.exercises + f.texts);
    pen_put(p, STYLE_TEXT, "       ");
    pen_status(p, f.complete ? "PASS" : "PENDING");
    pen_fmt(p, STYLE_TEXT, " %s", js_text(card, "title"));
}

static void draw_tour(struct view *v, const struct row *r, struct pen *p)
{
    const struct map *m = v->data;
    int right = facts_card(&m->year.facts, r->item), of = (int)json_array_size(json_object_get(r->item, "questions"));
    if (pen_left(p) > 60)
        pen_right(p, STYLE_DIM, " %d/%d questions · %s", right, of, r->text ? r->text : "");
    else
        pen_right(p, STYLE_DIM, " %d/%d", right, of);
    pen_cell(p, STYLE_DIM, 10, r->n ? "" : "TOURS");
    pen_status(p, right == of ? "PASS" : "PENDING");
    pen_fmt(p, STYLE_TEXT, "   %s", js_text(r->item, "title"));
}

static void map_draw(struct view *v, const struct row *r, struct pen *p)
{
    switch (r->kind) {
    case PART:
        draw_part(v, r, p);
        break;
    case LAB:
        draw_lab(r, p);
        break;
    case STEP:
        draw_step(v->data, r, p);
        break;
    case STEP_LAB:
        draw_step_lab(r, p);
        break;
    case PAGE:
        pen_cell(p, STYLE_DIM, 10, "PAGE");
        pen_put(p, STYLE_TEXT, js_text(r->item, "title"));
        break;
    case DIVE:
        draw_dive(v->data, r->item, p);
        break;
    case TOUR:
        draw_tour(v, r, p);
        break;
    case ALL_TOURS:
        pen_cell(p, STYLE_DIM, 10, r->n ? "" : "TOURS");
        pen_put(p, STYLE_ACCENT, r->n ? "all tours of repositories" : "none of this week; all of them");
        break;
    default:
        draw_topic(r, p);
    }
}

/* ---- keys ----------------------------------------------------------------------- */

const char *map_part_name(int part)
{
    static const char *const roman[] = { "", "I", "II", "III", "IV", "V", "VI" };
    return part >= 1 && part <= 6 ? roman[part] : "";
}

static unsigned go_to(struct view *v, int week)
{
    struct map *m = v->data;
    choose(v, week);
    m->column = m->n - edge_of(part_at(v, part_of(v, m->n)), 0);
    pane_mark(&v->pane[0], PART, part_of(v, m->n));
    return VIEW_FILL;
}

/* The mark went to another part: the same column there, or its last week. */
static unsigned map_moved(struct view *v)
{
    struct map *m = v->data;
    const struct row *r = pane_row(&v->pane[0]);
    if (!r || r->kind != PART || r->n == part_of(v, m->n))
        return VIEW_HANDLED;
    int week = edge_of(r->item, 0) + m->column;
    choose(v, week < edge_of(r->item, 1) ? week : edge_of(r->item, 1));
    return VIEW_FILL;
}

static unsigned open_row(struct view *v, const struct row *r)
{
    struct map *m = v->data;
    char n[16];
    switch (r->kind) {
    case PART:
        snprintf(n, sizeof n, "%d", m->n);
        screen_open(v->scr, &view_week, n);
        return VIEW_HANDLED;
    case RESTS_ON:
    case LEADS_TO:
        return go_to(v, (int)json_integer_value(json_array_get(json_object_get(r->item, "weeks"), 0)));
    case STEP:
        if (r->n)
            m->step = m->step == r->n ? 0 : r->n;
        else
            m->all = 1;
        return VIEW_FILL;
    case PAGE:
    case DIVE:
    case TOUR:
        screen_open(v->scr, &view_lesson, js_text(r->item, "id"));
        return VIEW_HANDLED;
    case ALL_TOURS:
        m->tours = 1;
        return VIEW_FILL;
    case LAB:
    case STEP_LAB:
        if (json_is_true(json_object_get(r->item, "ready")))
            screen_open(v->scr, &view_lab, js_text(r->item, "id"));
        else
            screen_say(v->scr, STYLE_TEXT, "%s is planned and not ready yet.", js_text(r->item, "id"));
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

static unsigned map_request(struct view *v, enum action a, struct row *r)
{
    struct map *m = v->data;
    switch (a) {
    case ACTION_OPEN:
        return r ? open_row(v, r) : VIEW_IGNORED;
    case ACTION_LEFT:
        return go_to(v, m->n - 1);
    case ACTION_RIGHT:
        return go_to(v, m->n + 1);
    case ACTION_TRACK:
        screen_open(v->scr, &view_tracks, NULL);
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

static void map_keep(struct view *v, json_t *place)
{
    struct map *m = v->data;
    json_object_set_new(place, "week", json_integer(m->n));
}

static void map_restore(struct view *v, json_t *place)
{
    struct map *m = v->data;
    int n = (int)js_number(place, "week");
    m->n = n >= 1 && n <= YEAR_MAP_WEEKS ? n : 0;
}

static const unsigned char bar[] = { ACTION_OPEN, ACTION_LEFT, ACTION_RIGHT, ACTION_TRACK, ACTION_FIND, 0 };

const struct view_ops view_map = {
    .name = "map",
    .groups = GROUP_MAP | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct map),
    .open = map_open,
    .close = map_close,
    .load = map_load,
    .fill = map_fill,
    .draw = map_draw,
    .request = map_request,
    .moved = map_moved,
    .keep = map_keep,
    .restore = map_restore,
};
