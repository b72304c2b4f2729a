/* time_card.c: see time_card.h. */
#include "time_card.h"

#include <stdio.h>
#include <string.h>

#include "curriculum/load/curriculum.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

const json_t *time_card(struct app *a, const char *gpu, char id[TIME_CARD_ID])
{
    snprintf(id, TIME_CARD_ID, "%.32s_time", gpu);
    return json_object_get(curriculum_hw(a->cur), id);
}

json_t *time_card_of_run(struct app *a, const json_t *lab, const char *backend)
{
    char id[TIME_CARD_ID];
    if (!util_lists(json_object_get(lab, "backends"), "simt") || (strcmp(backend, "simt") && strcmp(backend, "auto")))
        return NULL;
    const json_t *card = time_card(a, TIME_CARD_USUAL, id);
    return card ? json_pack("{s:s s:O s:O}", "gpu", TIME_CARD_USUAL, "name", json_object_get(card, "name"), "values",
                            json_object_get(card, "values"))
                : NULL;
}
