import { readingRules } from './reading.ts'

export const classifyInstructions = `${readingRules}

Your task: say what the source is the page of. "company": a company's or organisation's own page or profile. "person": one person's profile or page about themselves. "research_paper": a scientific paper or its abstract. "article": news, a post, an essay, a report. "custom": anything else, such as lists, shops, documentation or forums. "confidence": between 0 and 1.`

export const classifyPrompt = (sources: string): string => `${sources}\n\nSay what the source is the page of.`
