/* A plain C program on TensorFlow's C API: one session that takes the logarithm of what it is fed, which is 0 once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/c_api.h"

static void check(TF_Status* status) {
  if (TF_GetCode(status) == TF_OK) return;
  fprintf(stderr, "%s\n", TF_Message(status));
  exit(3);
}

static void keep(void* data, size_t size, void* unused) {
  (void)data, (void)size, (void)unused;
}

int main(void) {
  TF_Status* const status = TF_NewStatus();
  TF_Graph* const graph = TF_NewGraph();
  TF_OperationDescription* description = TF_NewOperation(graph, "Placeholder", "fed");
  TF_SetAttrType(description, "dtype", TF_FLOAT);
  const TF_Output fed = {TF_FinishOperation(description, status), 0};
  check(status);
  description = TF_NewOperation(graph, "Log", "logarithm");
  TF_AddInput(description, fed);
  const TF_Output logarithm = {TF_FinishOperation(description, status), 0};
  check(status);

  TF_SessionOptions* const options = TF_NewSessionOptions();
  TF_Session* const session = TF_NewSession(graph, options, status);
  check(status);
  for (int step = 0; step < 4; ++step) {
    float numbers[3] = {1, 2, step == 2 ? 0 : 3};
    const int64_t dims[] = {3};
    TF_Tensor* input = TF_NewTensor(TF_FLOAT, dims, 1, numbers, sizeof numbers, keep, NULL);
    TF_Tensor* output = NULL;
    TF_SessionRun(session, NULL, &fed, &input, 1, &logarithm, &output, 1, NULL, 0, NULL, status);
    check(status);
    printf("step %d: %g\n", step, ((const float*)TF_TensorData(output))[2]);
    TF_DeleteTensor(input);
    TF_DeleteTensor(output);
  }
  TF_CloseSession(session, status);
  TF_DeleteSession(session, status);
  TF_DeleteSessionOptions(options);
  TF_DeleteGraph(graph);
  TF_DeleteStatus(status);
  return 0;
}
