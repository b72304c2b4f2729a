/* test_words.c: the table of statuses: each once, worst first, and drawn in the room that there is. */
#include "runner/base/words.h"

#include <criterion/criterion.h>
#include <string.h>

#include "runner/base/utf8.h"

/* People's scripts and other machines know the numbers. */
Test(words, exit_codes_are_a_contract)
{
    static const int codes[] = { CODE_OK,      CODE_FAILED,       CODE_USAGE,      CODE_BUILD, CODE_CRASH, CODE_LIMIT,
                                 CODE_SKIPPED, CODE_INCONCLUSIVE, CODE_SUSPICIOUS, CODE_OURS,  CODE_CONFIG };
    for (int k = 0; k < (int)(sizeof codes / sizeof codes[0]); k++)
        cr_expect_eq(codes[k], k);
    cr_expect_eq(CODE_INTERRUPTED, 130);
}

Test(words, each_status_has_a_row_of_its_own)
{
    for (const struct status_word *w = status_words; w->name; w++) {
        cr_expect_eq(status_word(w->name), w, "%s stands there twice", w->name);
        cr_expect_eq(utf8_text_width(w->sign, strlen(w->sign)), 1, "%s", w->name);
        cr_expect_eq(utf8_text_width(w->cell, strlen(w->cell)), 1, "%s", w->name);
        cr_expect(strlen(w->ascii) == 1 && w->ascii[0] > ' ' && w->ascii[0] < 0x7f, "%s", w->name);
        cr_expect(*w->told, "%s", w->name);
    }
    cr_expect_str_eq(status_sign("PASS"), "✓");
    cr_expect_str_eq(status_sign("no status"), "·");
    cr_expect_str_eq(status_sign(NULL), "·");
    cr_expect_eq(status_word("FAIL")->look, LOOK_BAD);
}

/* What heads a run of several outcomes, and the code that goes with each. */
Test(words, the_worst_stands_first)
{
    static const struct {
        const char *name;
        int code;
    } order[] = { { "ERROR", 4 }, { "SUSPICIOUS", 8 }, { "FAIL", 1 }, { "INCONCLUSIVE", 7 }, { "SKIPPED", 6 } };
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        cr_expect_str_eq(status_words[k].name, order[k].name);
        cr_expect_eq((int)status_words[k].code, order[k].code);
    }
    for (size_t k = sizeof order / sizeof order[0]; status_words[k].name; k++)
        cr_expect_eq(status_words[k].code, CODE_OK, "%s", status_words[k].name);
}
