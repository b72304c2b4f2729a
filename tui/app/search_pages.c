/* What is searched: pages as they are written, weeks, readings, the glossary and the learner's notes. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notes.h"
#include "search.h"
#include "runner/base/js.h"

enum place { LESSONS, CHAPTERS, CARDS, TOURS, WEEKS, PRELUDE, READINGS, GLOSSARY, NOTES, PLACES };

static const char *const place_names[PLACES] = { "lessons", "chapters", "cards",    "tours", "weeks",
                                                  "prelude", "readings", "glossary", "notes" };

int search_places(struct app *a, const char *list)
{
    int places = 0;
    if (!list)
        return (1 << PLACES) - 1;
    do {
        size_t len = strcspn(list, ","), k = 0;
        while (k < PLACES && (strlen(place_names[k]) != len || strncmp(list, place_names[k], len) != 0))
            k++;
        if (k == PLACES) {
            app_fail(a, APP_USAGE,
                     "--in takes lessons, chapters, cards, tours, weeks, prelude, readings, glossary and notes, with "
                     "commas between, not \"%.*s\".", (int)len, list);
            return -1;
        }
        places |= 1 << k;
        list += len;
    } while (*list++);
    return places;
}

static void page(struct app *a, struct search *s, enum place in, const char *id, const char *file)
{
    char *text = curriculum_file(a->cur, file);
    if (text)
        search_markdown(s, place_names[in], id, text);
    free(text);
}

static void lessons(struct app *a, struct search *s)
{
    json_t *ids = curriculum_lab_ids(a->cur);
    char id[160], file[200];
    size_t k;
    const json_t *x;
    json_array_foreach(ids, k, x) {
        snprintf(file, sizeof file, "labs/%s/lesson.md", json_string_value(x));
        page(a, s, LESSONS, json_string_value(x), file);
        snprintf(id, sizeof id, "brief:%s", json_string_value(x));
        snprintf(file, sizeof file, "labs/%s/brief.md", json_string_value(x));
        page(a, s, LESSONS, id, file);
    }
    json_decref(ids);
}

/* Below which folder the pages of a place lie. */
static const char *room_of(enum place in)
{
    return in == CHAPTERS ? "deep" : place_names[in];
}

static void pages(struct app *a, struct search *s, enum place in)
{
    json_t *list = curriculum_pages(a->cur);
    char file[300];
    size_t k, len = strlen(room_of(in));
    const json_t *x;
    json_array_foreach(list, k, x) {
        const char *id = js_text(x, "id");
        snprintf(file, sizeof file, "curriculum/%s.md", id);
        if (!strncmp(id, room_of(in), len) && id[len] == '/')
            page(a, s, in, id, file);
    }
    json_decref(list);
}

static void ideas(struct search *s, const char *owner, const char *title, const json_t *week)
{
    size_t k;
    const json_t *c;
    search_section(s, "weeks", owner, title, title, js_text(week, "summary"));
    json_array_foreach(json_object_get(week, "concepts"), k, c)
        search_section(s, "weeks", owner, title, js_text(c, "title"), js_text(c, "text"));
}

static void weeks(struct app *a, struct search *s)
{
    char owner[16], title[200];
    size_t k;
    const json_t *w;
    json_array_foreach(curriculum_weeks(a->cur), k, w) {
        snprintf(owner, sizeof owner, "w%02d", (int)js_number(w, "n"));
        snprintf(title, sizeof title, "%s", js_text(w, "title"));
        ideas(s, owner, title, w);
    }
}

/* The first week that asks for a reading; 0: only labs do. */
static int week_of(struct app *a, const char *key)
{
    size_t k;
    const json_t *w;
    json_array_foreach(curriculum_weeks(a->cur), k, w)
        if (js_row(json_object_get(w, "readings"), "key", key))
            return (int)js_number(w, "n");
    return 0;
}

static void readings(struct app *a, struct search *s)
{
    const char *key;
    json_t *r;
    json_object_foreach((json_t *)curriculum_readings(a->cur), key, r) {
        char text[600];
        snprintf(text, sizeof text, "%s, %s (%s)", js_text(r, "authors"), js_text(r, "where"), key);
        search_section(s, "readings", key, js_text(r, "title"), js_text(r, "title"), text);
    }
}

/* "**warp** · 32 threads … `g01-cuda-first`", a paragraph each. */
static int glossary(struct app *a, struct search *s)
{
    char *page = curriculum_lesson(a->cur, "glossary"), *rest = page, *line, *end;
    if (!page)
        return app_fail(a, APP_CONFIG, "The glossary can't be read: %s", curriculum_error(a->cur)), -1;
    for (; rest; rest = end) {
        if ((end = strstr(rest, "\n\n"))) {
            *end = 0;
            end += 2;
        }
        line = rest + strspn(rest, "\n");
        char *word = !strncmp(line, "**", 2) ? line + 2 : NULL, *behind = word ? strstr(word, "** · ") : NULL;
        if (!behind)
            continue;
        *behind = 0;
        search_section(s, "glossary", "glossary", word, word, behind + strlen("** · "));
    }
    free(page);
    return 0;
}

static void notes(struct app *a, struct search *s)
{
    json_t *list = a->db ? notes_load(a, NULL) : NULL;
    size_t k;
    const json_t *x;
    json_array_foreach(list, k, x) {
        const char *owner = js_text(x, "owner");
        search_section(s, "notes", owner, *owner ? owner : "for anywhere", "", js_text(x, "text"));
    }
    json_decref(list);
}

static void add_command(struct app *a, json_t *hit)
{
    const char *in = js_text(hit, "in"), *id = js_text(hit, "page");
    int is_brief = !strncmp(id, "brief:", 6), is_lesson = !strcmp(in, "lessons") && !is_brief;
    int week = !strcmp(in, "weeks") ? atoi(id + 1) : !strcmp(in, "readings") ? week_of(a, id) : 0;
    char command[300];
    if (!strcmp(in, "notes"))
        snprintf(command, sizeof command, "ridge note%s%s%s%s", *id ? " " : "", strchr(id, ' ') ? "'" : "", id,
                 strchr(id, ' ') ? "'" : "");
    else if (week)
        snprintf(command, sizeof command, "ridge show %d", week);
    else if (!strcmp(in, "readings"))
        snprintf(command, sizeof command, "ridge fetch %s", id);
    else
        snprintf(command, sizeof command, "ridge show %s%s", is_brief ? id + 6 : id, is_lesson ? " --lesson" : "");
    json_object_set_new(hit, "command", json_string(command));
    if (week)
        json_object_set_new(hit, "week", json_integer(week));
}

/* Hands everything in those places to the search; -1 with app.error. */
static int look(struct app *a, struct search *s, int places)
{
    if (places & 1 << LESSONS)
        lessons(a, s);
    if (places & 1 << CHAPTERS)
        pages(a, s, CHAPTERS);
    if (places & 1 << CARDS)
        pages(a, s, CARDS);
    if (places & 1 << TOURS)
        pages(a, s, TOURS);
    if (places & 1 << PRELUDE)
        pages(a, s, PRELUDE);
    if (places & 1 << WEEKS)
        weeks(a, s);
    if (places & 1 << READINGS)
        readings(a, s);
    int bad = places & 1 << GLOSSARY && glossary(a, s);
    if (places & 1 << NOTES)
        notes(a, s);
    return bad ? -1 : 0;
}

/* Of the "{{> page#Section/Part }}" at `at`: is it that section of that page? */
static int quotes(const char *at, const char *page, const char *section)
{
    char target[300], *place, *part;
    if (!*section || sscanf(at, "{{> %299[^}\n]", target) != 1 || !(place = strchr(target, '#')))
        return 0;
    *place++ = 0;
    for (size_t n = strlen(place); n && place[n - 1] == ' '; n--)
        place[n - 1] = 0;
    part = strchr(place, '/');
    return !strcmp(target, page) && (!strcasecmp(place, section) || (part && !strcasecmp(part + 1, section)));
}

/* Gives a hit whose section chapters quote their names, "also": ["d07"]: the passage itself is found once. */
static void add_also(struct app *a, json_t *hits)
{
    json_t *list = curriculum_pages(a->cur), *hit;
    char file[300];
    size_t k, q;
    const json_t *x;
    json_array_foreach(list, k, x) {
        const char *id = js_text(x, "id"), *name = id + strlen("deep/");
        snprintf(file, sizeof file, "curriculum/%s.md", id);
        char *text = strncmp(id, "deep/", 5) ? NULL : curriculum_file(a->cur, file);
        for (const char *at = text; at && (at = strstr(at, "{{>")); at++)
            json_array_foreach(hits, q, hit) {
                if (!quotes(at, js_text(hit, "page"), js_text(hit, "section")))
                    continue;
                json_t *also = json_object_get(hit, "also");
                if (!also)
                    json_object_set_new(hit, "also", also = json_array());
                json_array_append_new(also, json_string(name));
            }
        free(text);
    }
    json_decref(list);
}

json_t *search_pages(struct app *a, struct search *s, int places)
{
    size_t k;
    json_t *hit;
    int bad = look(a, s, places);
    json_t *hits = search_end(s);
    json_array_foreach(hits, k, hit)
        add_command(a, hit);
    add_also(a, hits);
    if (!bad)
        return hits;
    json_decref(hits);
    return NULL;
}

/* The hit of the same section in the page as it is shown, {{…}} computed. */
static const json_t *same_section(const json_t *shown, const json_t *hit)
{
    size_t k;
    const json_t *x;
    json_array_foreach(shown, k, x)
        if (!strcmp(js_text(x, "section"), js_text(hit, "section")))
            return x;
    return NULL;
}

static json_t *shown_hits(struct app *a, const struct search *s, const json_t *hit)
{
    char *text = curriculum_lesson(a->cur, js_text(hit, "page"));
    struct search *one = text ? search_again(s) : NULL;
    if (one)
        search_markdown(one, js_text(hit, "in"), js_text(hit, "page"), text);
    free(text);
    return one ? search_end(one) : NULL;
}

void search_figures(struct app *a, struct search *s, json_t *hits, size_t most)
{
    json_t *pages = json_object(), *hit;
    size_t k;
    json_array_foreach(hits, k, hit) {
        int lacks = s && k < most && json_is_true(json_object_get(hit, "figures"));
        json_object_del(hit, "figures");
        if (!lacks)
            continue;
        const char *page = js_text(hit, "page");
        if (!json_object_get(pages, page)) {
            json_t *shown = shown_hits(a, s, hit);
            json_object_set_new(pages, page, shown ? shown : json_array());
        }
        const json_t *same = same_section(json_object_get(pages, page), hit);
        if (same)
            json_object_set(hit, "excerpt", json_object_get(same, "excerpt"));
    }
    json_decref(pages);
    search_free(s);
}

json_t *search_suggest(struct app *a, struct search *s, int places)
{
    search_guess(s);
    look(a, s, places);
    json_t *lines = search_meant(s), *line, *found = json_array();
    size_t k;
    json_array_foreach(lines, k, line) {
        bool one = !strchr(json_string_value(line), ' '); /* a text has that word: no need to look */
        struct search *again = one ? NULL : search_line(json_string_value(line));
        json_t *hits = again ? search_pages(a, again, places) : NULL;
        if (one || json_array_size(hits))
            json_array_append(found, line);
        json_decref(hits);
    }
    json_decref(lines);
    return found;
}
