/*
 * lengths.h: how long prompts and answers are, as quantiles, and what is known about where they come from.
 *
 * Between two quantiles a length is uniform, so a distribution is this table and nothing else. Prompt and answer are
 * drawn apart: in the two traces of Azure their rank correlation is 0.07 (conversation) and -0.02 (code).
 */
#ifndef LOAD_LENGTHS_H
#define LOAD_LENGTHS_H

#include <stdint.h>

enum { LOAD_QUANTILES = 16 };

/* The quantiles' probabilities, in thousandths. */
static const int16_t load_at[LOAD_QUANTILES] = { 0,   10,  50,  100, 200, 300, 400, 500,
                                                 600, 700, 800, 900, 950, 990, 999, 1000 };

struct load_lengths {
    const char *name, *source;
    int32_t prompt[LOAD_QUANTILES], output[LOAD_QUANTILES]; /* tokens, at each of load_at */
};

enum { LOAD_AZURE_CONV, LOAD_AZURE_CODE, LOAD_SHAREGPT_VLLM, LOAD_SHAREGPT_DISTSERVE, LOAD_TABLES };

/*
 * Measured: the quantiles of 19,366 and 8,819 requests of one hour, in data/AzureLLMInferenceTrace_conv.csv and _code.csv
 * of Azure/AzurePublicDataset at b469a11 (CC BY; Patel et al., Splitwise, ISCA 2024).
 * Approximate: of ShareGPT the papers print means; the shape is a log-normal whose scale is set so that the table has
 * that mean, with a sigma that nobody published (1.3 and 0.9; 1.0 and 0.9), cut at 2,048.
 */
static const struct load_lengths load_lengths[LOAD_TABLES] = {
    { "azure-conv", "Azure LLM inference trace 2023, conversation: quantiles",
      { 2, 29, 181, 207, 387, 403, 703, 1020, 1071, 1130, 1315, 2735, 4083, 4142, 6212, 14050 },
      { 7, 16, 41, 54, 77, 91, 103, 129, 177, 384, 400, 424, 451, 601, 954, 1000 } },
    { "azure-code", "Azure LLM inference trace 2023, code: quantiles",
      { 3, 17, 75, 147, 385, 770, 1075, 1469, 1909, 2433, 3193, 5194, 7315, 7436, 7437, 7437 },
      { 6, 6, 6, 7, 8, 9, 11, 13, 16, 20, 29, 55, 90, 252, 831, 1899 } },
    { "sharegpt-vllm", "Kwon et al., SOSP 2023: means 161.31 and 337.99; shape approximate",
      { 4, 4, 8, 13, 23, 35, 49, 68, 95, 135, 204, 361, 580, 1406, 2048, 2048 },
      { 12, 28, 51, 71, 105, 140, 178, 224, 281, 359, 477, 709, 983, 1816, 2048, 2048 } },
    { "sharegpt-distserve", "Zhong et al., OSDI 2024: means 755.5 and 200.3; shape approximate",
      { 20, 53, 105, 150, 233, 320, 420, 541, 697, 915, 1256, 1950, 2048, 2048, 2048, 2048 },
      { 7, 16, 29, 41, 61, 81, 103, 129, 163, 208, 276, 410, 569, 1051, 2048, 2048 } },
};

/*
 * Arrivals that were measured. Of the conversation's gaps the coefficient of variation is 1.09, of the code's 13.2; the
 * variance of the number of arrivals over its mean is 1.4, 3.9, 16 in windows of 1, 10, 60 s, and 13, 72, 164. Gaps that
 * are drawn apart (Poisson, gamma) keep that ratio near the square of the gaps' coefficient, however long the window:
 * the rate itself moves. A rate of two states that changes at random times does what the traces do; these were fitted to
 * the mean and to the counts in 10 s and 60 s, and are approximate. The code's gaps then have 14.0 in place of 13.2.
 */
struct load_rates {
    int32_t mean_milli;            /* requests in 1,000 s: the trace's */
    int32_t low_milli, high_milli; /* rate of a state over the mean rate, in thousandths */
    int64_t low_ns, high_ns;       /* how long a state lasts, on average */
};

static const struct load_rates load_azure_conv = { 5530, 770, 1230, 290000000000, 290000000000 };
static const struct load_rates load_azure_code = { 2567, 0, 4702, 48500000000, 13100000000 };

/* BurstGPT's generator (Wang et al., 2024; HPMLL/BurstGPT, its defaults): gamma gaps of shape 0.5, so 1/sqrt(0.5). */
enum { LOAD_BURSTGPT_CV_MILLI = 1414 };

/* A virtual machine of a spot market is taken away two minutes after the notice (Amazon EC2's documentation). */
#define LOAD_SPOT_NOTICE_NS 120000000000

#endif
