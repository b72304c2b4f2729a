/* nvtx3/nvToolsExt.h: marks and ranges for profilers. The calls are there and do nothing. C and C++. */
#ifndef NVTOOLSEXT_V3
#define NVTOOLSEXT_V3

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_NO_PUSH_POP_TRACKING (-2)
#define NVTX_SUCCESS 0

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1, NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3, NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4, NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

#define SIMT_NVTX(type, name, params, result)                                                        \
    static inline type name params { return result; }
#define SIMT_UNUSED __attribute__((unused))

SIMT_NVTX(int, nvtxRangePushA, (const char *text SIMT_UNUSED), 0)
SIMT_NVTX(int, nvtxRangePushW, (const wchar_t *text SIMT_UNUSED), 0)
SIMT_NVTX(int, nvtxRangePushEx, (const nvtxEventAttributes_t *a SIMT_UNUSED), 0)
SIMT_NVTX(int, nvtxRangePop, (void), 0)
SIMT_NVTX(nvtxRangeId_t, nvtxRangeStartA, (const char *text SIMT_UNUSED), 1)
SIMT_NVTX(nvtxRangeId_t, nvtxRangeStartW, (const wchar_t *text SIMT_UNUSED), 1)
SIMT_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (const nvtxEventAttributes_t *a SIMT_UNUSED), 1)
SIMT_NVTX(void, nvtxRangeEnd, (nvtxRangeId_t id SIMT_UNUSED), )
SIMT_NVTX(void, nvtxMarkA, (const char *text SIMT_UNUSED), )
SIMT_NVTX(void, nvtxMarkW, (const wchar_t *text SIMT_UNUSED), )
SIMT_NVTX(void, nvtxMarkEx, (const nvtxEventAttributes_t *a SIMT_UNUSED), )
SIMT_NVTX(void, nvtxInitialize, (const void *reserved SIMT_UNUSED), )
SIMT_NVTX(void, nvtxNameOsThreadA, (uint32_t id SIMT_UNUSED, const char *name SIMT_UNUSED), )
SIMT_NVTX(void, nvtxNameCategoryA, (uint32_t id SIMT_UNUSED, const char *name SIMT_UNUSED), )
SIMT_NVTX(void, nvtxNameCudaDeviceA, (int device SIMT_UNUSED, const char *name SIMT_UNUSED), )
SIMT_NVTX(void, nvtxNameCudaStreamA, (void *stream SIMT_UNUSED, const char *name SIMT_UNUSED), )
SIMT_NVTX(void, nvtxNameCudaEventA, (void *event SIMT_UNUSED, const char *name SIMT_UNUSED), )
SIMT_NVTX(nvtxDomainHandle_t, nvtxDomainCreateA, (const char *name SIMT_UNUSED), NULL)
SIMT_NVTX(nvtxDomainHandle_t, nvtxDomainCreateW, (const wchar_t *name SIMT_UNUSED), NULL)
SIMT_NVTX(void, nvtxDomainDestroy, (nvtxDomainHandle_t d SIMT_UNUSED), )
SIMT_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringA,
          (nvtxDomainHandle_t d SIMT_UNUSED, const char *text SIMT_UNUSED), NULL)
SIMT_NVTX(int, nvtxDomainRangePushEx,
          (nvtxDomainHandle_t d SIMT_UNUSED, const nvtxEventAttributes_t *a SIMT_UNUSED), 0)
SIMT_NVTX(int, nvtxDomainRangePop, (nvtxDomainHandle_t d SIMT_UNUSED), 0)
SIMT_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx,
          (nvtxDomainHandle_t d SIMT_UNUSED, const nvtxEventAttributes_t *a SIMT_UNUSED), 1)
SIMT_NVTX(void, nvtxDomainRangeEnd, (nvtxDomainHandle_t d SIMT_UNUSED, nvtxRangeId_t id SIMT_UNUSED), )
SIMT_NVTX(void, nvtxDomainMarkEx,
          (nvtxDomainHandle_t d SIMT_UNUSED, const nvtxEventAttributes_t *a SIMT_UNUSED), )
SIMT_NVTX(void, nvtxDomainNameCategoryA,
          (nvtxDomainHandle_t d SIMT_UNUSED, uint32_t id SIMT_UNUSED, const char *name SIMT_UNUSED), )

#undef SIMT_NVTX
#undef SIMT_UNUSED

#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#define nvtxDomainCreate nvtxDomainCreateA

#endif
