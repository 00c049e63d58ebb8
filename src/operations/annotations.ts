import {
  Annotation,
  AnnotationList,
  AnnotationReference,
  CreateAnnotationRequest,
  ListAnnotationsRequest,
  UpdateAnnotationRequest,
} from '../contract/annotations.ts'
import { operation } from './operation.ts'

export const createAnnotation = operation({
  name: 'annotations.create',
  summary: 'Note something about a webset, an item, a page, a task, or nothing in particular.',
  scope: 'write',
  limitClass: 'other',
  input: CreateAnnotationRequest,
  output: Annotation,
  run: ({ services, caller }, input) => services.annotations.create(caller, input),
})

export const listAnnotations = operation({
  name: 'annotations.list',
  summary: 'List the annotations of this key, the newest first.',
  scope: 'read',
  limitClass: 'other',
  input: ListAnnotationsRequest,
  output: AnnotationList,
  run: ({ services, caller }, input) => services.annotations.list(caller, input),
})

export const getAnnotation = operation({
  name: 'annotations.get',
  summary: 'Read an annotation.',
  scope: 'read',
  limitClass: 'other',
  input: AnnotationReference,
  output: Annotation,
  run: ({ services, caller }, { id }) => services.annotations.get(caller, id),
})

export const updateAnnotation = operation({
  name: 'annotations.update',
  summary: 'Change an annotation; only what is given is changed.',
  scope: 'write',
  limitClass: 'other',
  input: UpdateAnnotationRequest,
  output: Annotation,
  run: ({ services, caller }, input) => services.annotations.update(caller, input),
})

export const deleteAnnotation = operation({
  name: 'annotations.delete',
  summary: 'Delete an annotation. Until then it stays.',
  scope: 'write',
  limitClass: 'other',
  input: AnnotationReference,
  output: Annotation,
  run: ({ services, caller }, { id }) => services.annotations.remove(caller, id),
})
