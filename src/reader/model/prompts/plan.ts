import { given } from './reading.ts'

export const planInstructions = `You plan research in a search engine for web pages. Given a goal, list the questions that must be answered to reach it, in the order in which to look, each answerable from a few pages, together covering the goal and nothing else: one for a simple goal, seldom more than six. For each give one to three searches: short phrases such as pages that answer it would contain, in the language of those pages.`

export const planPrompt = (goal: string): string => `${given('Goal', goal)}\n\nPlan the research.`

export const decomposeInstructions = `Somebody describes in plain words a list of things that they want to have found. Say what the words come to:

"entityType": company, person, article, research_paper, or custom for everything else.
"entityDescription": what the things are, in a few words, without the conditions: "makers of solar cells".
"criteria": the conditions that each thing must meet, one checkable sentence each, in the words of the wish; numbers, places and times kept exactly; conditions that are joined by "and" apart, those joined by "or" together. Nothing that the wish does not say. At most six, and at least one.
"enrichments": what they want to know about each thing besides, if they say so: a description, a format (text, number, date, email, phone, url, options), and for options the labels to choose from, otherwise null. Mostly none.`

export const decomposePrompt = (wish: string): string => `${given('Wish', wish)}\n\nSay what it comes to.`
