/* hidden.c: hidden cases in what a grader says. */
#include "hidden.h"

#include <ctype.h>
#include <string.h>

#include "runner/base/util.h"

bool hidden_case(const json_t *report, const char *id)
{
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(report, "cases"), k, c)
        if (json_is_true(json_object_get(c, "hidden")) && !strcmp(util_str(c, "case", ""), id))
            return true;
    return false;
}

static bool names(const char *sentence, const char *id)
{
    for (const char *at = sentence; (at = strstr(at, "case ")); at += 5) {
        unsigned char after = (unsigned char)at[5 + strnlen(at + 5, strlen(id))];
        if (!strncmp(at + 5, id, strlen(id)) && !isalnum(after) && after != '-' && after != '_')
            return true;
    }
    return false;
}

const char *hidden_spares(const json_t *report, const char *sentence)
{
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(report, "cases"), k, c)
        if (json_is_true(json_object_get(c, "hidden")) && names(sentence, util_str(c, "case", "")))
            return "A hidden case went wrong.";
    return sentence;
}

bool hidden_are_shown(const char *visibility)
{
    return visibility && !strcmp(visibility, "visible");
}
