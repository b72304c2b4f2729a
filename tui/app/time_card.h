/*
 * time_card.h: the hardware card by which the emulator estimates times. Data alone: nothing here estimates.
 */
#ifndef TUI_TIME_CARD_H
#define TUI_TIME_CARD_H

#include "app.h"

enum { TIME_CARD_ID = 64 };
#define TIME_CARD_USUAL "h200" /* whose times a lab's run predicts: the GPU that the labs' figures are of */

/* The card of a GPU that `ridge simt --time` names, {"name", "values"}; NULL: curriculum_error() says why, or there is
 * no such card. The curriculum owns what is returned. `id`: what the card is called there. */
const json_t *time_card(struct app *a, const char *gpu, char id[TIME_CARD_ID]);

/* {"gpu","name","values"} for a run of a lab that the emulator counts; NULL for any other. You own the reference. */
json_t *time_card_of_run(struct app *a, const json_t *lab, const char *backend);

#endif
