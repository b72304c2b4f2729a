/* words.c: see words.h. */
#include "words.h"

#include <stddef.h>
#include <string.h>

const char *status_sign(const char *status)
{
    static const char *const t[][2] = {{"PASS", "✓"},       {"FAIL", "✗"},  {"ERROR", "!"},
                                       {"SKIPPED", "–"},    {"STALE", "~"}, {"INCONCLUSIVE", "?"},
                                       {"SUSPICIOUS", "‼"}, {"BEGUN", "▪"}};
    for (size_t k = 0; status && k < sizeof t / sizeof t[0]; k++)
        if (!strcmp(t[k][0], status))
            return t[k][1];
    return "·";
}
