/* plan.c: which pages a book has. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaf.h"
#include "runner/base/js.h"
#include "tui/app/tours.h"

/* A file's name for an id: "cards/qat" -> "cards-qat". */
static char *file_name(const char *prefix, const char *id)
{
    char *name = util_path("%s%s", prefix, id);
    for (char *p = name; *p; p++)
        if (*p == '/')
            *p = '-';
    return name;
}

const struct leaf *leaf_of(const struct book *b, const char *id)
{
    for (size_t k = 0; k < b->n; k++) {
        const struct leaf *l = &b->leaf[k];
        const char *base = l->kind == LEAF_CARD ? strchr(l->id, '/') : NULL;
        if (l->kind != LEAF_PART && l->kind != LEAF_STEP && (!strcmp(l->id, id) || (base && !strcmp(base + 1, id))))
            return l;
    }
    return NULL;
}

static void add(struct book *b, struct leaf l)
{
    struct leaf *grown = realloc(b->leaf, (b->n + 1) * sizeof *grown);
    if (!grown)
        abort();
    b->leaf = grown;
    b->leaf[b->n++] = l;
}

static void add_page(struct book *b, enum leaf_kind kind, int depth, const char *id, const char *title)
{
    int week = kind == LEAF_WEEK; /* "w07" is in week-07 */
    if (!leaf_of(b, id))
        add(b, (struct leaf){ kind, depth, strdup(id), file_name(week ? "week-" : "", id + week),
                              strdup(title), NULL });
}

static void add_labs(struct app *a, struct book *b, const json_t *ids, int depth)
{
    size_t k;
    const json_t *id;
    json_array_foreach(ids, k, id) {
        const json_t *brief = curriculum_has_lab(a->cur, json_string_value(id))
                                  ? curriculum_brief(a->cur, json_string_value(id)) : NULL;
        if (brief)
            add_page(b, LEAF_LAB, depth, js_text(brief, "id"), js_text(brief, "title"));
    }
}

/* Cards of a week; week 0 has those that are read before week 1. */
static void add_cards(struct app *a, struct book *b, int week, const char *folder, int depth)
{
    size_t k;
    const json_t *card;
    json_array_foreach(curriculum_cards(a->cur), k, card)
        if ((int)js_number(card, "week") == week && !strncmp(js_text(card, "id"), folder, strlen(folder)))
            add_page(b, LEAF_CARD, depth, js_text(card, "id"), js_text(card, "title"));
}

/* NULL: it is not written yet, or does not load. */
static const json_t *week_row(struct app *a, int n)
{
    size_t k;
    const json_t *week;
    json_array_foreach(curriculum_weeks(a->cur), k, week)
        if ((int)js_number(week, "n") == n)
            return week;
    return NULL;
}

/* Deep dives that are there: those of `ids` ("d07"), or all. */
static void add_chapters(struct app *a, struct book *b, const json_t *ids, int depth)
{
    size_t k;
    const json_t *card;
    json_array_foreach(curriculum_cards(a->cur), k, card) {
        const char *id = js_text(card, "id");
        if (!strncmp(id, "deep/", 5) && (!ids || util_lists(ids, id + 5)))
            add_page(b, LEAF_CARD, depth, id, js_text(card, "title"));
    }
}

static void add_tours(struct app *a, struct book *b)
{
    size_t k;
    const json_t *card;
    json_array_foreach(curriculum_cards(a->cur), k, card)
        if (tours_is(card))
            add_page(b, LEAF_CARD, 0, js_text(card, "id"), js_text(card, "title"));
}

static void add_week(struct app *a, struct book *b, int n)
{
    const json_t *week = week_row(a, n);
    char id[16], *title;
    if (!week)
        return;
    snprintf(id, sizeof id, "w%02d", n);
    title = util_path("Week %d: %s", n, js_text(week, "title"));
    add_page(b, LEAF_WEEK, 1, id, title);
    free(title);
    add_cards(a, b, n, "cards/", 2);
    add_labs(a, b, json_object_get(week, "labs"), 2);
}

static void add_part(struct app *a, struct book *b, const json_t *part)
{
    const json_t *weeks = json_object_get(part, "weeks");
    int n = (int)js_number(part, "n");
    add(b, (struct leaf){ LEAF_PART, 0, util_path("%d", n), util_path("part-%d", n),
                          util_path("Part %d: %s", n, js_text(part, "title")), part });
    if (n == 1)
        add_cards(a, b, 0, "prelude/", 1);
    int last = (int)json_number_value(json_array_get(weeks, 1));
    for (int w = (int)json_number_value(json_array_get(weeks, 0)); w <= last; w++)
        add_week(a, b, w);
}

static void add_step(struct app *a, struct book *b, const json_t *step, int n)
{
    add(b, (struct leaf){ LEAF_STEP, 0, util_path("%d", n), util_path("step-%02d", n), strdup(js_text(step, "title")),
                          step });
    add_chapters(a, b, json_object_get(step, "deep"), 1);
    add_labs(a, b, json_object_get(step, "labs"), 1);
}

/* The page that opens a track, if it has one. */
static void add_page_of(struct app *a, struct book *b, const char *page)
{
    size_t k;
    const json_t *card;
    json_array_foreach(curriculum_cards(a->cur), k, card) {
        const char *slash = strchr(js_text(card, "id"), '/');
        if (slash && !strcmp(slash + 1, page))
            add_page(b, LEAF_CARD, 0, js_text(card, "id"), js_text(card, "title"));
    }
}

static int plan_track(struct app *a, struct book *b, const json_t *track)
{
    size_t k;
    const json_t *step;
    b->title = util_path("Ridge: %s", js_text(track, "title"));
    b->name = util_path("ridge-%s", js_text(track, "id"));
    add_page_of(a, b, js_text(track, "page"));
    json_array_foreach(json_object_get(track, "steps"), k, step)
        add_step(a, b, step, (int)k + 1);
    return 0;
}

static int plan_parts(struct app *a, struct book *b, int only)
{
    size_t k;
    const json_t *part;
    b->title = strdup("Ridge: 52 weeks of ML systems");
    b->name = only ? util_path("ridge-part-%d", only) : strdup("ridge");
    json_array_foreach(curriculum_parts(a->cur), k, part)
        if (!only || (int)js_number(part, "n") == only) {
            if (only) {
                free(b->title);
                b->title = util_path("Ridge, part %d: %s", only, js_text(part, "title"));
            }
            add_part(a, b, part);
        }
    if (b->n)
        return 0;
    app_fail(a, APP_USAGE, "There is no part %d; the year has six.", only);
    return -1;
}

struct book *book_plan(struct app *a, const struct book_scope *s)
{
    struct book *b = calloc(1, sizeof *b);
    const json_t *track = s->track ? app_track_named(a, s->track) : NULL;
    int rc = -1;
    if (b && (track || !s->track)) {
        curriculum_load(a->cur);
        b->of_a_track = track && !json_is_true(json_object_get(track, "year"));
        rc = b->of_a_track ? plan_track(a, b, track) : plan_parts(a, b, s->part);
    }
    if (rc) {
        book_free(b);
        return NULL;
    }
    if (!s->part && !b->of_a_track) {
        add_chapters(a, b, NULL, 0);
        add_cards(a, b, 0, "cards/", 0); /* cards that stand nowhere in the year */
        add_tours(a, b);
    }
    add_page(b, LEAF_GLOSSARY, 0, "glossary", "Glossary");
    return b;
}

void book_free(struct book *b)
{
    if (!b)
        return;
    for (size_t k = 0; k < b->n; k++) {
        free(b->leaf[k].id);
        free(b->leaf[k].name);
        free(b->leaf[k].title);
    }
    free(b->leaf);
    free(b->title);
    free(b->name);
    free(b);
}

size_t book_pages(const struct book *b)
{
    return b->n;
}

const char *book_title(const struct book *b)
{
    return b->title;
}
