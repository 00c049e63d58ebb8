import { create, toBinary, type DescFile } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { file_agent_v1_exa_tool_service } from './agent/v1/exa_tool_service_pb.ts'

/** The service and all it refers to, in the form that tools of other languages read. */
export const descriptorSet = (): Uint8Array =>
  toBinary(
    FileDescriptorSetSchema,
    create(FileDescriptorSetSchema, {
      file: withDependencies(file_agent_v1_exa_tool_service).map(({ proto }) => proto),
    }),
  )

/** Each file after those it refers to. */
const withDependencies = (file: DescFile): DescFile[] => [
  ...new Set([...file.dependencies.flatMap(withDependencies), file]),
]
