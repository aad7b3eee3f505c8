import type { StepResult } from 'allure-js-commons';
import type { ReporterRuntime } from 'allure-js-commons/sdk/reporter';

/** What a runtime keeps of the steps that it was told of; its typings leave it out. */
interface State {
  setStepResult: (uuid: string, result: StepResult) => void;
  deleteStepResult: (uuid: string) => void;
}

/**
 * Lets a runtime of Allure forget steps whose test is written. By itself it keeps them all to the end of the run, though
 * nobody asks for them again.
 * @returns what forgets the steps begun since it was called last
 */
export function forgettingSteps(runtime: ReporterRuntime): () => void {
  const { state } = runtime as unknown as { readonly state: State };
  const { setStepResult, deleteStepResult } = state;
  const begun: string[] = [];
  state.setStepResult = (uuid, result) => {
    begun.push(uuid);
    setStepResult(uuid, result);
  };
  return () => {
    for (const uuid of begun.splice(0)) deleteStepResult(uuid);
  };
}
