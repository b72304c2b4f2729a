/* The list of actions, and the names of keys. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "screen_impl.h"
#include "tui.h"
#include "runner/base/utf8.h"

#define ACTION(NAME, in, key, text, what) [ACTION_##NAME] = {#NAME, key, text, what, in},
const struct action_info action_table[ACTION_COUNT] = {[ACTION_NONE] = {"", "", "", "", 0},
                                                       ACTIONS};
#undef ACTION

static const struct {
    const char *name;
    int is_code;
    unsigned key;
} named[] = {
    {"Up", 1, KEY_UP},      {"Down", 1, KEY_DOWN}, {"PgUp", 1, KEY_PPAGE},
    {"PgDn", 1, KEY_NPAGE}, {"Home", 1, KEY_HOME}, {"End", 1, KEY_END},
    {"Enter", 0, '\r'},     {"Enter", 0, '\n'},    {"Enter", 1, KEY_ENTER},
    {"Space", 0, ' '},      {"Tab", 0, '\t'},      {"Esc", 0, 27},
    {"Backspace", 0, 127},  {"Backspace", 0, 8},   {"Backspace", 1, KEY_BACKSPACE},
    {"F1", 1, KEY_F(1)},     {"Left", 1, KEY_LEFT}, {"Right", 1, KEY_RIGHT},
};

static int is_key(const char *name, size_t n, int is_code, unsigned key)
{
    if (n == 1)
        return !is_code && key == (unsigned char)*name;
    if (n == 2 && name[0] == '^')
        return !is_code && key == (unsigned)(name[1] & 31);
    for (size_t k = 0; k < sizeof named / sizeof named[0]; k++)
        if (strlen(named[k].name) == n && !strncmp(named[k].name, name, n) &&
            named[k].is_code == is_code && named[k].key == key)
            return 1;
    return 0;
}

int key_of_name(const char *name, int *ret_is_code, unsigned *ret_key)
{
    for (size_t k = 0; k < sizeof named / sizeof named[0]; k++)
        if (!strcmp(named[k].name, name)) {
            *ret_is_code = named[k].is_code;
            *ret_key = named[k].key;
            return 0;
        }
    *ret_is_code = 0;
    *ret_key = strlen(name) == 2 && *name == '^' ? name[1] & 31u : (unsigned char)*name;
    return strlen(name) == 1 || (strlen(name) == 2 && *name == '^') ? 0 : -1;
}

const char *name_of_key(int is_code, wint_t key, char *ret, size_t n)
{
    char bytes[8];
    snprintf(ret, n, "This key");
    for (size_t k = 0; k < sizeof named / sizeof named[0]; k++)
        if (named[k].is_code == is_code && named[k].key == key) {
            snprintf(ret, n, "%s", named[k].name);
            return ret;
        }
    if (is_code || key == 127)
        return ret;
    if (key < 32)
        snprintf(ret, n, "Ctrl-%c", (int)key + 64);
    else if (!utf8_is_unsafe((uint32_t)key))
        snprintf(ret, n, "%.*s", (int)utf8_put((uint32_t)key, bytes), bytes);
    return ret;
}

enum action action_of_key(unsigned groups, int is_code, unsigned key)
{
    for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
        if (!(action_table[a].groups & groups))
            continue;
        for (const char *p = action_table[a].keys; *p;) {
            size_t n = strcspn(p, " ");
            if (is_key(p, n, is_code, key))
                return (enum action)a;
            p += n + (p[n] == ' ');
        }
    }
    return ACTION_NONE;
}

const char *action_key(enum action a, char *ret)
{
    const char *keys = action_table[a].keys;
    snprintf(ret, 16, "%.*s", (int)strcspn(keys, " "), keys);
    return ret;
}

const char *const action_group_names[ACTION_GROUPS] = {
    "everywhere", "moving", "home", "a week", "a lesson", "a lab", "questions", "history", "the map",
    "review", "the class", "notes", "the log", "the bookmarks", "a timeline", "a report", "wide lines", "reading on",
    "a submission", "an interview", "the tracks"};

void tui_print_actions(FILE *f, int scdoc)
{
    for (int g = 0; g < ACTION_GROUPS; g++) {
        fprintf(f, scdoc ? "## %s\n\n" : "%s\n", action_group_names[g]);
        for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
            const struct action_info *i = &action_table[a];
            if (!(i->groups & 1u << g))
                continue;
            if (scdoc) {
                fprintf(f, "*");
                for (const char *p = i->keys; *p; p++)
                    fprintf(f, strchr("*_\\<>#[]^", *p) ? "\\%c" : "%c", *p);
                fprintf(f, "*\n\t%s\n\n", i->help);
            } else {
                fprintf(f, "  %-18s %s\n", i->keys, i->help);
            }
        }
    }
}
